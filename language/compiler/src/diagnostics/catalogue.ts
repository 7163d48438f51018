/** The compiler's catalogue of diagnostics: undeclared codes can't be raised. */
import { catalogueWhole } from "./checks.ts";
import { catalogue3 } from "./entities.ts";
import type { Entry } from "./entry.ts";
import { catalogueExamples } from "./examples.ts";
import { catalogue1289 } from "./points-1289.ts";
import { catalogue6 } from "./roles.ts";
import { catalogue4 } from "./states.ts";

export const catalogue = {
  ...catalogue1289,
  ...catalogueWhole,
  ...catalogueExamples,
  ...catalogue6,
  ...catalogue4,
  ...catalogue3,
  "not-supported-yet": {
    severity: "error",
    explanation:
      "The notation has this statement, but this version can't enforce it yet, so it refuses it rather than ignore it. Remove it, or mark it as prose by taking it out of the list or table.",
  },
  "unknown-attribute": {
    severity: "error",
    explanation: "The line looks like an attribute, but there is none of that name here. Use the nearest one named in the message, or write it as prose without the bullet.",
  },
  "unread-attribute": {
    severity: "error",
    explanation:
      "A line of a paragraph, a code block or a quotation has the form of a statement (an attribute, a field, a role, a rule, an entry of the catalogue, a constant, a function, …), which stands in a bullet or a table: as prose nothing would come of it. Write it in the form that the message names, most often with `- ` before it; where it is prose, write it as a sentence.",
  },
  "doubled-attribute": { severity: "error", explanation: "The same attribute stands twice. Keep one." },
  "unreadable-line": { severity: "error", explanation: "A bullet stands where only statements of the notation stand, and it is none. Mend it, or write it as a paragraph." },
  "unreadable-table": {
    severity: "error",
    explanation: "A table stands here whose meaning nothing tells. Give it the headers of the tables that belong here, or the line before it that says what it is.",
  },
  "unreadable-value": { severity: "error", explanation: "The value isn't understood. The message says which forms are." },
  "unreadable-statement": { severity: "error", explanation: "The statement begins as one of the notation and goes on as none." },
  "unknown-statement": { severity: "error", explanation: "Statements begin with set, create, for each, do, delete, send, call or stop with." },
  "ambiguous-commas": {
    severity: "error",
    explanation:
      "Commas part values, and statements and verbs only where nothing is ambiguous. Part statements and verbs with `;`; write a number without commas where values are listed.",
  },
  "unknown-column": { severity: "error", explanation: "The table has a column that means nothing here. Remove it, or use one of the names in the hint." },
  "missing-column": { severity: "error", explanation: "The table lacks a column without which its rows say nothing." },
  "misleading-dash": {
    severity: "error",
    explanation:
      "In a decision table `-` among the tests takes anything, while elsewhere it says that there is nothing. So a result can't be `-` or `none`, and a test can't be `none`: write `null` for no value, `-` for anything, `not shown` for what is open.",
  },
  "empty-cell": { severity: "error", explanation: "A cell that the row needs is empty. Write `not shown` where it is open." },
  "unknown-entity": { severity: "error", explanation: "Point 3 has no entity of this name." },
  "unknown-type": { severity: "error", explanation: "What stands after the field's name is neither a type nor an entity of point 3." },
  "unknown-field": { severity: "error", explanation: "The entity has no field of this name." },
  "unknown-choice": { severity: "error", explanation: "The field can hold only the values that its type lists." },
  "unknown-state": { severity: "error", explanation: "The entity has no state of this name in point 4." },
  "unknown-action": { severity: "error", explanation: "The entity has no action of this name in point 4." },
  "unknown-role": { severity: "error", explanation: "Point 6 has no role of this name." },
  "unknown-call": { severity: "error", explanation: "Point 7 has no call of this name." },
  "unknown-verb": { severity: "error", explanation: "A cell of the matrix grants create, read, update, delete, history, all, or actions of the entity." },
  "unknown-condition": { severity: "error", explanation: "A grant is limited by own, while STATE and where `…`; what isn't understood grants nothing." },
  "doubled-name": { severity: "error", explanation: "Two things of one kind have the same name." },
  "doubled-entity": { severity: "error", explanation: "The entity is defined a second time; only the first definition counts. Put them together." },
  "reserved-name": {
    severity: "error",
    explanation:
      "Every record has id, version, created at, created by and updated at, and a record with a machine has state; anyone, everyone, bearer and system are no roles, and own, not, while and where no conditions.",
  },
  "unusable-name": {
    severity: "error",
    explanation:
      "Expressions can't hold this name: names are letters, digits, blanks, hyphens and apostrophes, don't begin with a digit and not with a word of the expression language.",
  },
  "computed-with-input": { severity: "error", explanation: "A computed field is never filled in, so it has no default and can't be required or set once." },
  "bound-without-measure": { severity: "error", explanation: "At least and at most compare numbers, moments, the length of texts and the count of lists." },
  "sequence-without-counter": { severity: "error", explanation: "A sequence needs a counter, `{0000}`, or all its texts would be the same." },
  "unasked-field": { severity: "error", explanation: "`do ACTION` must give what the action requires." },
  "not-a-field": { severity: "error", explanation: "Only a stored field of a record can be set; a state changes by a transition, a computed value by what it reads." },
  "not-a-record": { severity: "error", explanation: "The statement needs a record or a list of records." },
  "not-a-person": { severity: "error", explanation: "Own names the person whose a record is: a User, or a list of them." },
  "not-an-address": { severity: "error", explanation: "A mail goes to texts that are addresses, or to Users." },
  "not-a-file": { severity: "error", explanation: "A mail brings the files of the record: Attach names fields of the types file, files, image and images." },
  "path-taken": { severity: "error", explanation: "Something answers at this method and path already: another call, or the product itself. Choose another path." },
  "no-own": { severity: "error", explanation: "`own` is used for an entity, and no `Own:` line says whose its records are." },
  "no-start": { severity: "error", explanation: "A machine says in which state a new record is." },
  "unreachable-transition": {
    severity: "error",
    explanation: "Of two rows with one action and one From the first whose guard holds is taken; a row without a guard leaves nothing to the rows below.",
  },
  "unreachable-state": { severity: "warning", explanation: "No row and no start leads into the state." },
  "dead-end": { severity: "warning", explanation: "No row leads out of the state, and Ends as doesn't name it." },
  "who-disagrees": {
    severity: "error",
    explanation:
      "Who in point 4 and the matrix in point 6 say different things about the same action. Where both speak they must agree: change one of the two lines named, or leave one of them unsaid.",
  },
  "nobody-may": {
    severity: "warning",
    explanation:
      "Neither Who in point 4 nor point 6 grants the action to anybody, or nobody who has it may read the record: what somebody may not read isn't found, so they can't act on it.",
  },
  "unused-call": { severity: "warning", explanation: "No statement and no schedule sends this call." },
  "call-on-two-entities": { severity: "error", explanation: "A call's text is over one record; it leaves from records of two entities here." },
  "missing-initial-record": {
    severity: "error",
    explanation: "An initial record refers to one that is not among the initial records, so a new product couldn't begin.",
  },
  "incomplete-initial-record": {
    severity: "error",
    explanation: "An initial record leaves empty what a record of its entity can't be without, so a new product couldn't begin. A default `me` doesn't fill it: nobody acts then.",
  },
  "call-without-record": {
    severity: "error",
    explanation:
      "The call reads the record that it leaves from, and where it is sent here there is none: in a schedule without `for each`, or a call that finds nothing. The same is said of an error's message that a call tells where it has no record.",
  },
  "answer-too-late": {
    severity: "error",
    explanation: "The call leaves with the deletion of its record, and has statements on its answer: when that comes the record is gone, so they would never happen.",
  },
  "incomplete-call": { severity: "error", explanation: "The call lacks an attribute without which it can't be made." },
  "unlisted-code": { severity: "error", explanation: "An error's code is used and point 8 doesn't list it." },
  "unused-code": { severity: "warning", explanation: "Point 8 lists a code that nothing raises." },
  "built-in-message": {
    severity: "error",
    explanation:
      "The code is one that the product raises by itself, before there is a record or anything else to fill a message with, so the message is a plain text. Codes that the document itself raises may have `{…}` in theirs.",
  },
  "unused-constant": {
    severity: "warning",
    explanation: "Point 9 has a value, function or decision table that nothing uses and that is no limit of the product. Use it, or take it out.",
  },
} as const satisfies Record<string, Entry>;

export type Code = keyof typeof catalogue;
