/** Everything the FEEL checker can say, by code. Nothing else can be raised. */
import type { Severity } from "@nonet/source";

export interface CatalogueEntry {
  readonly severity: Severity;
  readonly title: string;
  readonly explanation: string;
}

export const catalogue = {
  "syntax-error": {
    severity: "error",
    title: "The expression can't be read",
    explanation: "Something stands where FEEL expects something else. The message says what was expected at the place.",
  },
  "unknown-name": {
    severity: "error",
    title: "A name that nothing has",
    explanation:
      "The name is neither a field of the record, nor a variable, constant, entity or table in scope. Names match in any letter case; blanks, hyphens and underscores count as the same.",
  },
  "unknown-field": {
    severity: "error",
    title: "A field that the value doesn't have",
    explanation: "After a dot stands a name that isn't a field of what stands before the dot.",
  },
  "unknown-function": {
    severity: "error",
    title: "A function that doesn't exist",
    explanation: "The name before the parenthesis is neither a built-in function of DMN 1.5 nor a function of the document.",
  },
  "unknown-parameter": {
    severity: "error",
    title: "A parameter that the function doesn't have",
    explanation: "A named argument must bear the name of one of the function's parameters.",
  },
  "unknown-type": {
    severity: "error",
    title: "A type that doesn't exist",
    explanation: "After `instance of`, or after a parameter's colon, stands a name that is no type of FEEL.",
  },
  "argument-count": {
    severity: "error",
    title: "Too many or too few arguments",
    explanation: "The function takes another number of arguments.",
  },
  "argument-type": {
    severity: "error",
    title: "An argument of another type",
    explanation: "The function can't work with a value of this type in this place.",
  },
  "type-mismatch": {
    severity: "error",
    title: "Types that don't go together",
    explanation: "The operator, or the place where the expression stands, needs a value of another type.",
  },
  "branch-mismatch": {
    severity: "error",
    title: "Results of different kinds",
    explanation:
      "What stands after `then` and what stands after `else` are of different kinds, so that nothing could be done with the result. Make both of one kind, or write `null` for nothing.",
  },
  "impossible-comparison": {
    severity: "error",
    title: "A comparison that can never hold",
    explanation: "The two sides can never be equal: they have different types, or the text isn't one of the values that can occur.",
  },
  "unit-mismatch": {
    severity: "error",
    title: "Different units",
    explanation:
      'Amounts of different currencies can\'t be added or compared, and stand for one another nowhere: convert one of them first. What `money in FIELD` holds is in the currency that this field of the same record says; where a condition says which (`currency = "EUR" and …`), it is in that. Times a rate it is in no currency.',
  },
  "zoned-with-local": {
    severity: "error",
    title: "A time with a zone against one without",
    explanation:
      "An instant and a local date and time can't be compared or subtracted: the local one lies at different instants in different zones. In the standard this comes out null; here it is an error.",
  },
  "hidden-by-element": {
    severity: "warning",
    title: "An element's field hides the outer record",
    explanation: "Inside a filter a bare name is the element's own field first. Write `this` for the outer record, `item` for the element.",
  },
  "compares-itself": {
    severity: "error",
    title: "A comparison of a thing with itself",
    explanation:
      "Both sides are the same, so the comparison always comes out the same. Inside a filter a bare name is the element's field: write `this.` before the one that is meant to be the outer record's.",
  },
  "invalid-literal": {
    severity: "error",
    title: "A date, time or duration that doesn't exist",
    explanation: "Dates are written 2026-03-01, times 08:30:00, durations P3D, PT8H, P1Y6M.",
  },
  "unsupported-pattern": {
    severity: "error",
    title: "A pattern that isn't supported",
    explanation:
      "Patterns run in time linear in the text, here and in PostgreSQL, so that no text can hold the product up. That leaves out looking ahead and behind (`(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`), a reference back to a group (`\\1`) in a pattern that has repetitions or alternatives, and counts above 255 (`{1,256}`), or whose product is above 1000.",
  },
  "not-a-function": {
    severity: "error",
    title: "A call of something that is no function",
    explanation: "Only functions can be followed by arguments in parentheses.",
  },
} as const satisfies Record<string, CatalogueEntry>;

export type Code = keyof typeof catalogue;
