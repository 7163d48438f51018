/** Which answer a call expects, and how soon: `Expects`. */
import { defineForms } from "../../patterns/form.ts";

const status = "[a|an|the] [HTTP] [status|statuses|code|answer|answers|answer with status|answer with|response|response with status] [code] [of|from|:] {statuses}";
const within = "[,|;] [and] [an answer|answered] (within|in|in under|in less than|in at most|inside|after at most|before|at most) [the first] {time:length}";

export const expectationForms = defineForms({
  place: "an expected answer",
  title: "Expected answers",
  point: 7,
  forms: {
    both: {
      pattern: "{statuses} within {time:length}",
      variants: [`${status} ${within}`, `${within} [,|;] [a|an] ${status}`],
      means: "An answer with one of STATUSES that arrives within LENGTH is a success.",
      example: "204 within 10 seconds",
    },
    statuses: {
      pattern: "{statuses}",
      variants: [status],
      means: "An answer with one of STATUSES is a success.",
      example: "201",
    },
    within: {
      pattern: "within {time:length}",
      variants: [within, `an answer ${within}`],
      means: "An answer that arrives within LENGTH is a success, if its status is from 200 to 299.",
      example: "within 5 seconds",
    },
  },
});
