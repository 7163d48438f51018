/** What `Holidays:` of a calendar can say. */
import { defineForms } from "../patterns/form.ts";

export const holidayForms = defineForms({
  place: "holidays",
  title: "Holidays",
  point: 9,
  forms: {
    records: {
      pattern: "every {entity} by {field}",
      variants: ["every/each {entity} by [its] {field}", "all {entity} by [their] {field}", "{field} of every/each {entity}"],
      means: "Each record of ENTITY is a holiday on the day that its FIELD names.",
      example: "every Closed day by date",
    },
  },
});
