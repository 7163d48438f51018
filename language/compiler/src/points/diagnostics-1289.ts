/** What points 1, 2, 8 and 9 can say, by code; spread into the compiler's catalogue. */
import type { Entry } from "../diagnostics.ts";

export const catalogue1289 = {
  "unknown-time-zone": { severity: "error", explanation: "The time zone is none of the IANA time zone database. Write one such as `Europe/Berlin`." },
  "unknown-currency": { severity: "error", explanation: "The currency is no ISO 4217 code. Write three letters, such as `EUR`." },
  "unknown-colour": { severity: "error", explanation: "The colour is written as `#rrggbb`, or as one of the names listed in the message." },
  "unknown-sign-in": {
    severity: "error",
    explanation: "The way to sign in is none of: email and password, single sign-on, passkey; then `; anyone may register as ROLE` or `; by invitation`.",
  },
  "bad-logo": { severity: "error", explanation: "A logo is a web address beginning with `https://`, or the name of a picture's file beside the document." },
  "audience-without-role": {
    severity: "warning",
    explanation: "Point 1 names an audience that is no role in point 6, so nobody can be one. Add the role, or take the audience out.",
  },
  "role-without-audience": { severity: "warning", explanation: "Point 6 has a role that point 1 doesn't name among those the product is for. Say who they are." },
  "doubled-attribute": { severity: "error", explanation: "The same attribute stands twice. Join both into one line." },
  "missing-colon": { severity: "error", explanation: "The line begins like an attribute and has no colon, so it would be read as prose. Write `Name: value`." },
  "missing-title": { severity: "error", explanation: 'The attribute needs a title in quotation marks, as in `Number "Out now": …`.' },
  "unknown-column": { severity: "error", explanation: "The table has a column that means nothing here. Use one of those named in the message." },
  "doubled-column": { severity: "error", explanation: "Two columns of the table mean the same. Keep one." },
  "missing-column": { severity: "error", explanation: "The table lacks a column that each row needs." },
  "missing-cell": { severity: "error", explanation: "The cell is empty, but the row means nothing without it. Write the value, or `not shown`." },
  "duplicate-route": { severity: "error", explanation: "Two screens have the same route; only one could be shown. Names of parameters make no difference." },
  "bad-route": { severity: "error", explanation: "A route begins with `/` and has words, digits and hyphens, or a `:parameter`, between its slashes." },
  "reserved-route": { severity: "error", explanation: "The product itself answers under this address." },
  "duplicate-screen": { severity: "error", explanation: "Two screens have the same name, so a section can't tell which it means. Name them apart." },
  "unknown-screen": { severity: "error", explanation: "The section's heading is no screen of the table. Use a screen's name." },
  "unknown-kind": {
    severity: "error",
    explanation: "The cell says nothing that a screen can show: a list, board, calendar or report of an entity, an entity, a form for one, a dashboard or a page.",
  },
  "unknown-entity-shown": { severity: "error", explanation: "Point 3 has no entity of that name." },
  "unknown-role-for": { severity: "error", explanation: "Point 6 has no role of that name; `everyone` is whoever is signed in, `anyone` needs no sign-in." },
  "unknown-field-shown": { severity: "error", explanation: "The entity has no field of that name." },
  "unknown-action-shown": { severity: "error", explanation: "Point 4 gives the entity no action of that name." },
  "unquoted-text": {
    severity: "error",
    explanation: "A cell of a decision table holds a word that nothing is called by. A text stands in quotation marks; a name is one of the table's inputs, or of point 9.",
  },
  "unknown-choice": { severity: "error", explanation: "The value is none of those that can stand here; the message names them." },
  "route-parameter": {
    severity: "error",
    explanation: "The page of one record is found by exactly one `:parameter` in its route, which names a unique field or `id`; other screens have none.",
  },
  "unsuitable-field": { severity: "error", explanation: "The field's type can't be used in this place." },
  "not-a-path": { severity: "error", explanation: "Here stands a field, or a path to one over references, such as `item.name`." },
  "unreadable-chart": {
    severity: "error",
    explanation: 'A chart is `bars of EXPRESSION by FIELD`, where the expression counts or adds up records: `count(Loan)`, `sum(Loan[state = "out"].fee)`.',
  },
  "report-groups-differ": { severity: "error", explanation: "The rows and columns of a report's section aren't the groups that the table of screens names." },
  "unknown-target": { severity: "error", explanation: "No screen has this route or name." },
  "fields-and-steps": { severity: "error", explanation: "A form has either `Fields` or `Step`s. Put the fields into a step." },
  "duplicate-code": { severity: "error", explanation: "The catalogue has two entries of the same code. Keep one." },
  "bad-code": { severity: "error", explanation: "A code is letters, digits and underscores, beginning with a letter, as `ITEM_TAKEN`." },
  "bad-status": { severity: "error", explanation: "The status of a refusal is a whole number from 400 to 599." },
  "duplicate-constant": { severity: "error", explanation: "Two constants have the same name. Keep one." },
  "bad-name": {
    severity: "error",
    explanation: "Expressions can't hold this name: it begins with a digit or a word of the expression language, or has a sign in it that means something there.",
  },
  "unreadable-value": {
    severity: "error",
    explanation: "The value isn't understood. Values are numbers, amounts with a unit, dates, times, durations, `yes`, `no`, or text in quotation marks.",
  },
  "values-differ": {
    severity: "error",
    explanation:
      "A constant's values over time must all be of one kind and in one currency, and so must what a column of a decision table gives: nothing could be asked of a value that is a text or a number.",
  },
  "values-out-of-order": { severity: "error", explanation: "Values over time begin with the one that holds from the start; each further one has a later `from` date." },
  "bad-limit": { severity: "error", explanation: "The limit needs a value of another kind; the message says which." },
  "no-working-time": { severity: "error", explanation: "A calendar says when people work: `Working time: Monday to Friday, 09:00 to 17:00`." },
  "no-calendar": {
    severity: "error",
    explanation: "Working days and working time are counted in a calendar: point 9 needs one, and where it has several the last argument names one.",
  },
  "not-a-moment": { severity: "error", explanation: "Working days are counted from a date or instant to another; a value over time is asked for at a date." },
  "working-days-misplaced": { severity: "error", explanation: "A length in working days or hours is no fixed time, so only timers take one, as in `(after 3 working days)`." },
  "table-gap": { severity: "warning", explanation: "No row of the decision table holds for some inputs, so it gives nothing for them. Add a row, or let one hold for more." },
  "table-overlap": { severity: "warning", explanation: "Two rows of the decision table can hold together, which its hit policy doesn't allow. Narrow one of them." },
  "row-never-reached": {
    severity: "warning",
    explanation: "Of a decision table the first row that holds counts; rows above this one hold whenever it does. Move it up, or take it out.",
  },
  "circular-name": { severity: "error", explanation: "A constant, function, decision table or computed field is made from itself, so it would never come to a value." },
} as const satisfies Record<string, Entry>;
