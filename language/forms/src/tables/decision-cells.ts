/** What a cell of a decision table tests, in words. Everything else in a cell is a FEEL unary test. */
import { defineForms } from "../patterns/form.ts";

export const cellForms = defineForms({
  place: "a test of a decision table",
  title: "Cells of a decision table",
  point: 9,
  forms: {
    any: {
      pattern: "-",
      variants: [
        "–/—/*",
        "–",
        "—",
        "*",
        "any/anything/all/everything/otherwise/else/whatever",
        "any [other] value(s)",
        "anything/everything/all else",
        "any/all other(s)",
        "[in] any/all other case(s)",
        "the rest",
      ],
      means: "Any value.",
      example: "-",
    },
    "<": {
      pattern: "< {value}",
      variants: ["below/under/before {value}", "less/fewer/lower/smaller/earlier/shorter than {value}"],
      means: "A value below VALUE.",
      example: "< 1,000 EUR",
    },
    "<=": {
      pattern: "< = {value}",
      variants: ["≤ {value}", "up to {value}", "at most {value}", "no/not more/later/longer/higher than {value}", "max/maximum {value}", "until {value}"],
      means: "A value of VALUE or less.",
      example: "<= 1,000 EUR",
    },
    ">": {
      pattern: "> {value}",
      variants: ["above/over/after {value}", "more/greater/higher/bigger/later/longer than {value}"],
      means: "A value above VALUE.",
      example: "> 14",
    },
    ">=": {
      pattern: "> = {value}",
      variants: ["≥ {value}", "at least {value}", "no/not less/fewer/earlier/shorter/lower than {value}", "min/minimum {value}"],
      means: "A value of VALUE or more.",
      example: ">= 14",
    },
  },
});
