/** A function of point 9. */
import { defineForms } from "../patterns/form.ts";

export const functionForms = defineForms({
  place: "a function",
  title: "Functions",
  point: 9,
  forms: {
    function: {
      pattern: "{name} {parameters} [= {body}]",
      variants: ["{name} {parameters} [(=|:) {body}]"],
      means: "NAME is a function of PARAMETERS, `name: type` each. Its value is BODY.",
      example: "net price(gross: money, rate: percent) = gross / (1 + rate)",
    },
  },
});
