/** How often a failed call is tried again: `Retries`. */
import { defineForms } from "../../patterns/form.ts";

const unless = "[[,] [but] (not on|not after|not for|except on|except after|except for|unless|never on) [status|statuses|answer|an answer of] {statuses}]";
const backoff = "(exponential backoff|exponential back off|exponentially increasing waits|backoff)";
const from = "[from|starting|starting at|starting with|starting from|beginning with|beginning at|initially|first wait|base]";
const times = "[up to|at most|retry|retries|retried|try|tries|tried] {times} [more] [times|attempts|retries|tries]";

export const retryForms = defineForms({
  place: "a number of retries",
  title: "Retries of calls",
  point: 7,
  forms: {
    doubling: {
      pattern: "{times} times, waiting {wait:length} and doubling [, not on {statuses}]",
      variants: [
        `${times} [,] waiting/after/every/starting [with|at] {wait:length} [,] [and|then] doubling [each time|every time|the wait|the wait each time|afterwards] ${unless}`,
        `${times} [,] doubling [the wait|each time|every time] (from|starting with|starting at|beginning with|after) {wait:length} ${unless}`,
        `${times} [,] [with] [an] ${backoff} [,] ${from} {wait:length} ${unless}`,
        `[with] [an] ${backoff} [,] ${from} {wait:length} [,] ${times} ${unless}`,
      ],
      means: "After a failure the call is sent again up to TIMES, first after LENGTH and then after twice the wait before.",
      example: "6 times, waiting 10 seconds and doubling",
    },
    within: {
      pattern: "{times} times within {span:length} [, not on {statuses}]",
      variants: [
        `${times} [,] (within|in|over|during|spread over|distributed over) [the first|the next] {span:length} [[,] [with] (exponential backoff|exponential back off|backoff)] ${unless}`,
        `(within|over|during) [the first] {span:length} [,] ${times} ${unless}`,
      ],
      means: "After a failure the call is sent again up to TIMES, with doubling waits that together make LENGTH.",
      example: "6 times within 24 hours",
    },
    waiting: {
      pattern: "{times} times, waiting {wait:length} [, not on {statuses}]",
      variants: [
        `${times} [,] (waiting|every|at intervals of|with intervals of|each after|after each) {wait:length} [each|each time|in between|between them|between attempts|apart|between] ${unless}`,
        `${times} [,] {wait:length} apart ${unless}`,
        `(every|each) {wait:length} [,] ${times} ${unless}`,
        `(retry|retries|try again|tries again|tried again) (every|each|after) {wait:length} [,] ${times} ${unless}`,
      ],
      means: "After a failure the call is sent again up to TIMES, each after LENGTH.",
      example: "3 times, waiting 1 minute",
    },
    after: {
      pattern: "after {waits:lengths} [, not on {statuses}]",
      variants: [
        `[again|retry|retries|try again|tries again|repeat|repeats|repeated|retried|tried again] (after|in|waiting) {waits:lengths} [again] ${unless}`,
        `{waits:lengths} (after|later) [the failure|each failure] ${unless}`,
      ],
      means: "After a failure the call is sent again after each of WAITS.",
      example: "after 1, 5 and 30 minutes",
    },
    backoff: {
      pattern: "{times} times with exponential backoff [, not on {statuses}]",
      variants: [`${times} [,] [with] [an] ${backoff} ${unless}`, `[with] [an] ${backoff} [,] ${times} ${unless}`],
      means: "After a failure the call is sent again up to TIMES, first after 10 seconds and then after twice the wait before.",
      example: "5 times with exponential backoff",
    },
    times: {
      pattern: "{times} times [, not on {statuses}]",
      variants: [`${times} ${unless}`],
      means: "After a failure the call is sent again up to TIMES, each after 10 seconds.",
      example: "3 times",
    },
    none: {
      pattern: "none",
      variants: ["never", "no", "no retries", "not at all", "don't", "don't retry", "do not retry", "without retries", "never again", "not repeated"],
      means: "A failed call isn't sent again.",
      example: "none",
    },
  },
});
