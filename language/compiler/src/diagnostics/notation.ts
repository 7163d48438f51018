/** Diagnostics that every point can raise: attributes, tables, names and statements. */
import type { Entry } from "./entry.ts";

export const notationCatalogue = {
  "not-supported-yet": {
    severity: "error",
    explanation:
      "The notation has this statement, but this version doesn't support it yet and refuses it instead of ignoring it. Remove it, or write it as prose outside the list or table.",
  },
  "unknown-attribute": {
    severity: "error",
    explanation: "There is no attribute with this name here. Use one of the names in the message, or write the line as a paragraph without the bullet if it is prose.",
  },
  "unread-attribute": {
    severity: "error",
    explanation:
      "A line in a paragraph, a code block or a quotation looks like a statement (an attribute, field, role, rule, error, constant or function), but statements are read only in bullets and tables. Write it in the form that the message shows, usually with `- ` before it. If it is prose, write it as a sentence.",
  },
  "doubled-attribute": { severity: "error", explanation: "The same attribute appears twice. Merge the two lines, or remove one of them." },
  "missing-colon": { severity: "error", explanation: "The line begins like an attribute but has no colon, so it would be read as prose. Write `Name: value`." },
  "unreadable-line": {
    severity: "error",
    explanation: "The line is in a place for statements of the notation, but is not one of them. Correct it, or write it as a paragraph if it is prose.",
  },
  "unreadable-table": {
    severity: "error",
    explanation: "The meaning of this table is not clear. Use the column headers of a table that belongs here, or add the line before it that says what the table holds.",
  },
  "unreadable-value": {
    severity: "error",
    explanation:
      "The value is not understood. The message says which forms are valid; a constant is a number, an amount with a unit, a date, time or duration, `yes`, `no`, or a text in quotation marks.",
  },
  "unreadable-statement": { severity: "error", explanation: "The beginning of the statement is understood, but the rest is not. Compare it with the form in the message." },
  "unknown-statement": { severity: "error", explanation: "This is not a statement. Statements begin with set, create, for each, do, delete, forget, send, call or stop with." },
  "ambiguous-commas": {
    severity: "error",
    explanation: "The comma can be read in two ways. Separate statements and verbs with `;`, and write numbers without thousands separators in lists of values.",
  },
  "unknown-column": { severity: "error", explanation: "The table has a column that is not known here. Remove it, or use one of the names in the message." },
  "doubled-column": { severity: "error", explanation: "Two columns of the table have the same meaning. Remove one of them." },
  "missing-column": { severity: "error", explanation: "The table lacks a column that its rows need. Add the column that the message names." },
  "missing-cell": { severity: "error", explanation: "A value that the row or line needs is empty. Write the value, or `not shown` if it isn't known." },
  "unknown-entity": { severity: "error", explanation: "Point 3 has no entity with this name. Use the name of an entity, or add the entity to point 3." },
  "unknown-field": { severity: "error", explanation: "The entity has no field with this name. Use the name of a field, or add the field to point 3." },
  "unknown-choice": { severity: "error", explanation: "The value is not one of the values that are valid here. The message lists them." },
  "unknown-state": { severity: "error", explanation: "The entity has no state with this name in point 4. Use the name of a state, or add the state to point 4." },
  "unknown-action": { severity: "error", explanation: "The entity has no action with this name in point 4. Use the name of an action, or add the action to point 4." },
  "doubled-name": { severity: "error", explanation: "Two declarations of the same kind have the same name. Rename one of them." },
  "reserved-name": {
    severity: "error",
    explanation:
      "The notation itself uses this name. Every record has id, version, created at, created by and updated at, and a record with a machine has state. `anyone`, `everyone`, `bearer` and `system` can't be roles; `own`, `not`, `while` and `where` can't be conditions. Choose another name.",
  },
  "unusable-name": {
    severity: "error",
    explanation:
      "Expressions can't use this name. A name consists of letters, digits, spaces, hyphens and apostrophes, and doesn't begin with a digit. It can contain any words, `in`, `every` and `return` included.",
  },
  "not-a-field": {
    severity: "error",
    explanation: "Only a stored field of a record can be set. To change a state, run an action; to change a computed field, change the fields that it reads.",
  },
  "not-a-record": { severity: "error", explanation: "The statement needs a record or a list of records, but this is something else." },
} as const satisfies Record<string, Entry>;
