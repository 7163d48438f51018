/** When a mail or call leaves, and what it then holds: `Leaves`. */
import { defineForms } from "../../patterns/form.ts";

export const leavingForms = defineForms({
  place: "a way to leave",
  title: "When mails and calls leave",
  point: 7,
  forms: {
    after: {
      pattern: "after {wait:length}",
      variants: ["[only] (after|in|delayed by|waiting) {wait:length}", "{wait:length} later"],
      means: "It leaves LENGTH after the change that caused it.",
      example: "after 10 minutes",
    },
    atMost: {
      pattern: "at most {count:count} per {unit:unit}",
      variants: ["[at most|up to|max|no more than] {count:count} (per|a|an|each|every) {unit:unit}"],
      means: "Of this call, at most COUNT leave per UNIT, evenly spread. The others wait.",
      example: "at most 30 per minute",
    },
    asOfSending: {
      pattern: "as of sending",
      variants: ["[made|composed|filled in] (as of|at|when|on) [the] [moment of] (sending|leaving|sent|it leaves|it is sent)", "with the values of sending"],
      means: "Its text is made when it leaves. Otherwise it is made by the change that caused it.",
      example: "as of sending",
    },
  },
});
