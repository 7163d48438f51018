/** Diagnostics of point 9: constants, limits, functions, decision tables and calendars. */
import type { Entry } from "./entry.ts";

export const constantsCatalogue = {
  "unquoted-text": {
    severity: "error",
    explanation: "A cell of the decision table has a word that is neither an input of the table nor a name of point 9. Put a text in quotation marks, or correct the name.",
  },
  "duplicate-constant": { severity: "error", explanation: "Two constants have the same name. Remove or rename one of them." },
  "bad-name": {
    severity: "error",
    explanation: "Expressions can't use this name: it begins with a digit, or it contains a sign that has a meaning there. Rename it as the fix suggests.",
  },
  "values-differ": {
    severity: "error",
    explanation:
      "All values of a constant over time, and all results in a column of a decision table, must have the same type and currency, because expressions need to know it. Change the value, or add a second constant or column.",
  },
  "values-out-of-order": {
    severity: "error",
    explanation: "Values over time must be in order: the first value has no date, and each further value has a later `from` date than the one before it.",
  },
  "bad-limit": { severity: "error", explanation: "The limit needs another kind of value. The message says which kind." },
  "no-working-time": {
    severity: "error",
    explanation: "The calendar doesn't say when people work. Add a line such as `Working time: Monday to Friday, 09:00 to 17:00`.",
  },
  "no-calendar": {
    severity: "error",
    explanation:
      "Working days and working hours are counted in a calendar, and it is not clear which one. Add a calendar to point 9; if there are several, name one in the last argument.",
  },
  "not-a-moment": {
    severity: "error",
    explanation: "This must be a date or an instant. Working days are counted between dates or instants, and a value over time is looked up at a date.",
  },
  "not-a-calendar": {
    severity: "error",
    explanation: "Working time is counted in a calendar of point 9, or in the calendar that a text names. Every text that can occur must be the name of a calendar.",
  },
  "working-days-misplaced": {
    severity: "error",
    explanation:
      "A number of working days or working hours has no fixed length. It can be added to a date or to a date and time, and timers can wait for it, as in `(after 3 working days)`. Elsewhere, write a duration such as `3 days`.",
  },
  "misleading-dash": {
    severity: "error",
    explanation:
      "In a decision table, `-` as a test matches any value, so `-` and `none` can't be used as a result, and `none` can't be used as a test. Write `null` for no value, `-` for any value, and `not shown` for an open cell.",
  },
  "empty-cell": { severity: "error", explanation: "The row needs a value in this cell. Write the value, or `not shown` if it isn't known." },
  "table-gap": {
    severity: "warning",
    explanation: "No row of the decision table matches some inputs, so the table gives null for them. Add a row, or widen one.",
  },
  "table-overlap": {
    severity: "warning",
    explanation: "Two rows of the decision table can match the same inputs, which its hit policy doesn't allow. Narrow one of the rows, or change the hit policy.",
  },
  "row-never-reached": {
    severity: "warning",
    explanation: "The row is never used: the first matching row counts, and the rows above match whenever this one does. Move it up, or remove it.",
  },
  "circular-name": {
    severity: "error",
    explanation: "The definition depends on itself, directly or through other definitions, so it has no value. Remove one of the dependencies.",
  },
  "unused-constant": {
    severity: "warning",
    explanation: "Nothing uses this value, function or decision table, and it is not a limit of the product. Use it, or remove it.",
  },
  "unused-calendar": {
    severity: "warning",
    explanation: "No timer, decision or expression counts working days or hours in this calendar. Use it, or remove it with its holidays.",
  },
  "unused-input": {
    severity: "warning",
    explanation: "The result of the function or decision table doesn't depend on this parameter or column. You may have used another name by mistake; otherwise remove it.",
  },
} as const satisfies Record<string, Entry>;
