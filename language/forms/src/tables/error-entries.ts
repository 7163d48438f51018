/** An entry of the error catalogue in a bullet. */
import { defineForms } from "../patterns/form.ts";

export const errorEntryForms = defineForms({
  place: "an entry of the error catalogue",
  title: "Entries of the error catalogue",
  point: 8,
  forms: {
    entry: {
      pattern: "{code}: {status}, {message}",
      variants: ["{code} [:|,|—|–|-] {status} [,|:|—|–|-] {message}", "{status} [,|:|—|–|-] {code} [,|:|—|–|-] {message}"],
      means: "The error CODE is answered with the HTTP status STATUS and MESSAGE.",
      example: "ITEM_TAKEN: 409, {item.name} is already taken.",
    },
  },
});
