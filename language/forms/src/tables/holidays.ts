/** What `Holidays:` of a calendar can say. */
import { defineForms } from "../patterns/form.ts";

export const holidayForms = defineForms({
  place: "holidays",
  title: "Holidays",
  point: 9,
  forms: {
    records: {
      pattern: "every {entity} [by {field}] [where {condition}]",
      variants: [
        "every/each {entity} [by [its] {field}]",
        "every/each {entity} [by [its] {field}] where/with/if/when {condition}",
        "every/each {entity} where/with/if/when {condition} by [its] {field}",
        "all {entity} [by [their] {field}]",
        "all {entity} [by [their] {field}] where/with/if/when {condition}",
        "{field} of every/each {entity} [where {condition}]",
      ],
      means: "Each record of ENTITY for which CONDITION holds is a holiday on the day that its FIELD names. FIELD may be left out where the entity has one date.",
      example: "every Closed day by date",
    },
  },
});
