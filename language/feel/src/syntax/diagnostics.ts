/** The catalogue of FEEL diagnostics. Only codes that are declared here can be reported. */
import type { Severity } from "@nonet/source";

export interface CatalogueEntry {
  readonly severity: Severity;
  readonly title: string;
  readonly explanation: string;
}

export const catalogue = {
  "syntax-error": {
    severity: "error",
    title: "The expression has a syntax error",
    explanation: "The expression doesn't follow the grammar of FEEL. The message says what is expected at this place.",
  },
  "unknown-name": {
    severity: "error",
    title: "Unknown name",
    explanation:
      "There is no field of the record, variable, constant, entity or decision table with this name in scope. Upper and lower case don't matter, and spaces, hyphens and underscores count as the same. Correct the name, or declare it.",
  },
  "unknown-field": {
    severity: "error",
    title: "Unknown field",
    explanation: "The value before the dot has no field with the name after the dot. Use one of the names in the message.",
  },
  "unknown-function": {
    severity: "error",
    title: "Unknown function",
    explanation: "The name before the parenthesis is neither a built-in function of DMN 1.5 nor a function of the document. Correct the name, or define the function in point 9.",
  },
  "unknown-parameter": {
    severity: "error",
    title: "Unknown parameter",
    explanation: "The function has no parameter with the name of this argument. Use the name of a parameter, or pass the arguments in order.",
  },
  "unknown-type": {
    severity: "error",
    title: "Unknown type",
    explanation: "The name after `instance of`, or after the colon of a parameter, is not a FEEL type. Use one of the types in the message.",
  },
  "argument-count": {
    severity: "error",
    title: "Wrong number of arguments",
    explanation: "The function takes a different number of arguments. The message says how many.",
  },
  "argument-type": {
    severity: "error",
    title: "Wrong type of argument",
    explanation: "The function doesn't accept a value of this type for this parameter. The message says which type it needs.",
  },
  "type-mismatch": {
    severity: "error",
    title: "Wrong type",
    explanation: "The operator, or the place where the expression is used, needs a value of another type. The message says which type.",
  },
  "branch-mismatch": {
    severity: "error",
    title: "Branches of different types",
    explanation: "The values after `then` and after `else` have different types, so the result can't be used. Give both the same type, or write `null` for no value.",
  },
  "impossible-comparison": {
    severity: "error",
    title: "Comparison that is never true",
    explanation: "The two sides can never be equal: their types differ, or the text is not one of the possible values. Correct one of the sides.",
  },
  "unit-mismatch": {
    severity: "error",
    title: "Different currencies",
    explanation:
      'Amounts in different currencies can\'t be added, compared or used in place of one another: convert one of them first. The amount in a field of type `money in FIELD` is in the currency that FIELD of the same record holds; after a condition such as `currency = "EUR" and …` it is in that currency. `money(amount * rate, "EUR")` converts an amount.',
  },
  "zoned-with-local": {
    severity: "error",
    title: "Time with a zone and time without",
    explanation:
      "An instant and a local date and time can't be compared or subtracted, because the local time is a different instant in each time zone. The FEEL standard returns null; here it is an error. Give the local time a zone, or compare the dates.",
  },
  "hidden-by-element": {
    severity: "warning",
    title: "Field of the element hides the outer record's",
    explanation: "Inside a filter, a name without a prefix refers to the element's own field first. Write `this.` for the outer record or `item.` for the element.",
  },
  "compares-itself": {
    severity: "error",
    title: "Comparison of a value with itself",
    explanation:
      "Both sides are the same, so the comparison always gives the same result. Inside a filter, a name without a prefix is the element's field: write `this.` before the one that belongs to the outer record.",
  },
  "invalid-literal": {
    severity: "error",
    title: "Invalid date, time or duration",
    explanation: "The date, time or duration doesn't exist. Write dates as 2026-03-01, times as 08:30:00, and durations as P3D, PT8H or P1Y6M.",
  },
  "unsupported-pattern": {
    severity: "error",
    title: "Unsupported pattern",
    explanation:
      "Patterns must run in linear time, in the product and in PostgreSQL, so that no text can block it. Lookahead and lookbehind (`(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`), backreferences (`\\1`) in a pattern with repetitions or alternatives, counts above 255 (`{1,256}`) and nested counts with a product above 1000 are not supported. Rewrite the pattern without them.",
  },
  "not-a-function": {
    severity: "error",
    title: "Not a function",
    explanation: "Only a function can be followed by arguments in parentheses, and this value is not one. Remove the parentheses, or use the name of a function.",
  },
} as const satisfies Record<string, CatalogueEntry>;

export type Code = keyof typeof catalogue;
