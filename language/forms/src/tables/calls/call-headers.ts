/** One header of an outgoing call. */
import { defineForms } from "../../patterns/form.ts";

export const headerForms = defineForms({
  place: "a header",
  title: "Headers of calls",
  point: 7,
  forms: {
    header: {
      pattern: "{name}: {value}",
      variants: ["[and] [header] {name} (:|=|with|is) {value}"],
      means: "The request has the header NAME with VALUE, which can contain `{expressions}` and end with `secret NAME`.",
      example: "X-Request: {number}",
    },
  },
});
