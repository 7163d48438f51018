/** The recipes by code, the most likely fix first. Errors whose fix depends on more than the text have it where they are raised. */
import type { Fix } from "@nonet/source";
import { nameEachField, personalOfEach, separate, writeEachChoice, writeEachForm, writeOnlyChoice } from "./choices.ts";
import { convert, guardCurrency, lastOfMonth, ofOneCurrency, plainNumber, sameCurrency } from "./conversions.ts";
import { addBullet, addStart, listCode, offerLanguage, takeOut } from "./missing-lines.ts";
import { emptyCell, removeColumn, removeItem, removeLine, removePart, removeWas, tableLines } from "./removals.ts";
import { leaveItemOpen, leaveOpen, openTitle, rename, renameAction, replaceIn, write, writeOffered } from "./replacements.ts";
import { addColumn, fillCell, nameAttributes, removeDoubledBar, renameColumn, rowWithoutBraces } from "./table-cells.ts";
import { addShownField, addWorkingTime, askFor, defineCalendar, defineEntity, defineField, defineName, takeOutOfCode } from "./definitions.ts";
import { addBracket, addEntryColon, amountInField, asDate, compareDates, firstArgument, mostRepeats, withoutBraces } from "./expressions.ts";
import { fold } from "@nonet/feel";
import type { PlannedFix } from "./planned-fix.ts";
import { lineText, replace, type Spot } from "./spot.ts";
import { joinList, makeParagraph, showInstead, writeBound, writeEntry, writeErrorEntry, writeStep, writtenValues } from "./written-values.ts";

type Recipes = readonly ((spot: Spot) => PlannedFix | readonly Fix[] | null)[];

/** `this.venue` of a Venue is the record itself. */
const itself = (spot: Spot): PlannedFix | null => {
  const found = /^(?:An? )?(.+?) has no field `(.+?)`/.exec(spot.diagnostic.message);
  if (!found || fold(found[1]!) !== fold(found[2]!)) return null;
  const from = /\bthis\.$/.test(spot.text.slice(0, spot.at.from)) ? spot.at.from - "this.".length : spot.at.from;
  return spot.text.slice(from).startsWith("this.") ? replace(spot, { from, to: spot.at.to }, "this", "Change to `this`") : null;
};

/** What is there twice, or has no effect. */
const removed: Readonly<Record<string, Recipes>> = {
  "doubled-attribute": [(spot) => (spot.words.startsWith("|") ? removeLine(spot) : spot.kind === "row" ? removeItem(spot) : removePart(spot))],
  "doubled-name": [
    (spot) => (/already has a (?:field|rule)|statements of|must be unique\.$/.test(spot.diagnostic.message) && !/^[|]/.test(spot.words) ? rename(spot) : null),
    (spot) =>
      removeWas(spot) ?? (spot.kind === "heading" || spot.diagnostic.message.includes("would both") ? rename(spot) : spot.kind === "row" ? removeLine(spot) : removePart(spot)),
  ],
  "doubled-column": [removeColumn],
  "doubled-condition": [removeLine],
  "doubled-entity": [rename],
  "doubled-action": [renameAction],
  "duplicate-code": [removeLine],
  "duplicate-constant": [removeLine],
  "duplicate-route": [(spot) => write(`${spot.words}-2`)(spot)],
  "duplicate-screen": [rename],
  "owned-list-twice": [removeLine],
  "limit-without-effect": [removePart],
  "unread-attribute": [
    nameAttributes,
    writeErrorEntry,
    takeOut,
    takeOutOfCode,
    joinList,
    (spot) => (spot.kind === "row" && !spot.words.startsWith("|") ? emptyCell(spot) : removeLine(spot)),
  ],
  // To remove who sees something would show it to everybody.
  "unknown-attribute": [writeBound, showInstead, (spot) => (/point 6 says/.test(spot.diagnostic.message) ? null : removePart(spot))],
  "unknown-column": [renameColumn, removeColumn],
  "unreadable-line": [writeEntry, makeParagraph, removeLine],
  "unused-start": [removeLine],
  "asked-attribute": [removeAttribute, removePart],
  "kept-by-product": [removePart],
  "state-by-machine": [removePart],
  "bound-without-measure": [removePart],
  "taken-by-no-sequence": [removePart],
  "unknown-field-shown": [removePart],
  "unsuitable-field": [
    (spot) => (/columns of a board/.test(spot.diagnostic.message) ? write("state")(spot) : null),
    removePart,
    (spot) => (spot.kind === "bullet" ? removeLine(spot) : null),
  ],
  "unfilled-parameter": [removeLine],
  "not-a-path": [removePart],
  "unknown-verb": [(spot) => (spot.diagnostic.message.includes("about one action") ? write("all")(spot) : null), removePart],
  "unknown-condition": [removePart],
  "not-a-field": [removePart],
  "unreadable-table": [removeLine],
  // Only where the line says nothing: what it forbids or grants isn't dropped.
  "unreadable-never": [(spot) => (spot.diagnostic.message.includes("can't be `not shown`") ? removeLine(spot) : null)],
  "unreadable-right": [(spot) => (spot.diagnostic.message.includes("replaces this line") ? removeLine(spot) : null)],
  "not-a-record": [removePart],
  "do-decided": [removePart],
  "offered-action": [removePart],
  "endless-automatic": [removeLine],
  "unreachable-transition": [removeLine],
  "forbidden-deletion": [removeLine],
  "second-machine-new": [removeLine],
  "unfit-new": [removeLine],
  "contrary-sign-in": [removePart],
  "answer-too-late": [removePart],
  "empties-required": [removePart],
  "reserved-asked-name": [removePart],
  "fields-and-steps": [removeLine],
  "screen-for-disagrees": [removeLine],
  "state-with-content": [removeLine],
  "too-many-cells": [removeDoubledBar, removeColumn],
  "part-circle": [replaceIn(/\s*\((?:part of [^,)]+)\)/i, "", "Remove `part of`")],
  "role-circle": [replaceIn(/\s*(?:—|–|-|:|,)?\s*includes [\p{L} ]+/u, "", "Remove `includes`")],
  "computed-with-input": [replaceIn(/,\s*(?:required|set once|default [^,]+)/i, "", "Remove the attribute")],
  "required-of-person": [replaceIn(/,\s*required\b/i, "", "Remove `required`")],
  "call-on-two-entities": [(spot) => (spot.kind === "row" ? removeItem(spot) : null)],
};

/** A value of another kind, or in another form. */
const values: Readonly<Record<string, Recipes>> = {
  "unit-mismatch": [ofOneCurrency, amountInField, sameCurrency, guardCurrency],
  "type-mismatch": [convert, (spot) => (spot.diagnostic.message.startsWith("This can be") ? null : (removeItem(spot) ?? (spot.kind === "row" ? null : leaveOpen(spot))))],
  "argument-type": [convert],
  "impossible-comparison": [writeEachChoice, plainNumber],
  "invalid-literal": [lastOfMonth, (spot) => (/at most 100,000 years/.test(spot.diagnostic.message) ? write('@"P100000Y"')(spot) : null)],
  "unreadable-value": [
    lastOfMonth,
    ...writtenValues,
    // Who may do what is a wish that isn't dropped.
    (spot) => (/ names a role, /.test(spot.diagnostic.message) ? null : removeItem(spot)),
    (spot) => (/header|GET request/.test(spot.diagnostic.message) || /^\s*[-*+]\s+takes/i.test(spot.text.slice(spot.line.from, spot.line.to)) ? removeLine(spot) : leaveOpen(spot)),
  ],
  "unreadable-statement": [removePart],
  "unknown-statement": [replaceIn(/^(?:put|note|assign|let|make|change|update)\b(?=.*=)/i, "set", "Write `set`"), removePart],
  "unknown-type": [replaceIn(/^\p{L}{1,4} of (?=\()/u, "one of ", "Write `one of`"), leaveItemOpen],
  "unknown-choice": [
    writeOnlyChoice,
    removeItem,
    (spot) => (/can have 1 to (\d+)/.test(spot.diagnostic.message) ? write(/to (\d+)/.exec(spot.diagnostic.message)![1]!)(spot) : null),
  ],
  "unknown-kind": [leaveOpen],
  "unknown-language": [leaveOpen],
  "language-not-offered": [offerLanguage],
  "doubled-translation": [removeLine],
  "untranslatable-text": [removeLine],
  "unknown-sign-in": [removeItem, leaveOpen],
  "unknown-colour": [leaveOpen],
  "bad-logo": [leaveOpen],
  "bad-picture": [leaveOpen],
  "not-a-form-screen": [leaveOpen],
  "bad-limit": [leaveOpen],
  "bad-status": [write("422")],
  "bad-route": [(spot) => write(`/${spot.words.replace(/^\/+/, "").replace(/[^\w/:.-]+/g, "-")}`)(spot)],
  "reserved-route": [(spot) => write(spot.words.replace(/^\/\w+(?=\/.)/, ""))(spot)],
  "not-an-address": [removeItem, leaveOpen],
  "not-a-person": [removeItem],
  "not-a-file": [leaveOpen],
  "not-a-currency": [leaveItemOpen],
  "missing-initial-record": [leaveOpen],
  "circular-name": [leaveOpen],
  "unused-own": [removePart],
  "values-differ": [removeItem],
  "values-out-of-order": [(spot) => (/\sfrom\s+$/.test(spot.text.slice(spot.line.from, spot.at.from)) ? removeFrom(spot) : removeItem(spot))],
  "nothing-fits": [removePart],
  "value-in-plain-text": [withoutBraces],
  "not-supported-yet": [removeLater],
  "no-bearer": [(spot) => (spot.kind === "bullet" ? removeLine(spot) : write("–")(spot))],
  // The cell of the matrix; a row of point 4 isn't replaced.
  "who-disagrees": [
    (spot) => (/on every record here/.test(spot.diagnostic.message) ? write(`${spot.words} own`)(spot) : null),
    (spot) => (/on only their own records here/.test(spot.diagnostic.message) ? replaceIn(/\s+own\b/i, "", "Remove `own`")(spot) : null),
    (spot) => (/names only/.test(spot.diagnostic.message) ? (removeItem(spot) ?? write("–")(spot)) : null),
  ],
  "ambiguous-commas": [separate, (spot) => (spot.words.includes(",") ? null : writeEachForm(spot))],
  "ambiguous-name": [writeEachForm],
  "ambiguous-step": [nameEachField, writeEachForm],
  "no-person": [personalOfEach],
  "no-calendar": [replaceIn(/\bworking\s+/i, "", "Count all days")],
  "not-a-function": [removeArguments],
  "secret-leaves": [removeBraces],
  "sequence-without-counter": [replaceIn(/`$/, "-{0000}`", "Add a counter, `{0000}`")],
  "unusable-length": [replaceIn(/\d+/, "12", "Write `random text of 12 characters`")],
  "unreadable-decision": [replaceIn(/^any 0\b/i, "any 1", "Write `any 1`")],
  "argument-count": [firstArgument],
  "zoned-with-local": [compareDates],
  "not-a-moment": [asDate],
  "unsupported-pattern": [mostRepeats],
  "built-in-message": [rowWithoutBraces, withoutBraces],
  "syntax-error": [
    addBracket,
    addEntryColon,
    (spot) => (spot.words === ";" ? write(",")(spot) : null),
    (spot) => (/Expected `([)\]}])`/.test(spot.diagnostic.message) && /^[)\]}]$/.test(spot.words) ? write(/`([)\]}])`/.exec(spot.diagnostic.message)![1]!)(spot) : null),
  ],
};

/** What is missing. */
const added: Readonly<Record<string, Recipes>> = {
  "missing-cell": [
    nameOfRoute,
    (spot) => (spot.kind === "bullet" && /:\**\s*$/.test(lineText(spot)) ? replace(spot, { from: spot.line.to, to: spot.line.to }, " not shown", openTitle) : null),
    fillCell(/^(?:status|http)$/i, "422"),
    fillCell(/^(?:message|type|value|shows)$/i, "not shown"),
    (spot) => (spot.kind === "row" ? removeLine(spot) : leaveOpen(spot)),
  ],
  "empty-cell": [
    fillCell(/^(?:from|current state|start state)$/i, "any"),
    fillCell(/^(?:to|next state)$/i, "the same state"),
    fillCell(/^(?:action|must hold|condition)$/i, "not shown"),
    (spot) => (spot.kind === "bullet" ? removeLine(spot) : null),
  ],
  "missing-column": [addColumn],
  "unknown-field": [
    (spot) => {
      const name = /It has "([^"]+)"\.$/.exec(spot.diagnostic.message)?.[1];
      return name === undefined ? null : replaceIn(/(?<=\bby )[^,]+$/, name, `Write "${name}"`)(spot);
    },
    itself,
    askFor,
    addShownField,
    defineField,
  ],
  "unknown-name": [defineName],
  "unknown-entity": [defineEntity],
  "not-a-calendar": [defineCalendar],
  "no-working-time": [addWorkingTime],
  "no-link-to-screen": [addShownField],
  "unknown-role": [
    (spot) => (/have a column/.test(spot.diagnostic.message) ? removeColumn(spot) : null),
    (spot) => (/after the role /.test(spot.diagnostic.message) ? null : emptyCell(spot)),
  ],
  "path-taken": [(spot) => (/\s\//.test(spot.words) ? write(spot.words.replace(/`?$/, (end) => `-2${end}`))(spot) : null)],
  "bad-origin": [(spot) => (/^https?:\/\/[^/]+\//.test(spot.words) ? write(/^https?:\/\/[^/]+/.exec(spot.words)![0])(spot) : null)],
  // `/api/internal` becomes `/internal/api`, and a screen's `/loans` becomes `/loans/api`.
  "bad-api-address": [
    (spot) => {
      const word = /^`?(?:\/[\w.-]+)*\/([\w-]+)\/?`?$/.exec(spot.words)?.[1];
      return word === undefined ? null : write(`/${word.toLowerCase()}/api`)(spot);
    },
  ],
  "route-parameter": [
    (spot) =>
      /can't have a parameter/.test(spot.diagnostic.message) ? replaceIn(new RegExp(`/:${spot.words.replace(/^:/, "")}(?=[\\s/|])`), "", "Remove the parameter")(spot) : null,
    (spot) => {
      const name = /^Choose one of: ([^,.]+)/.exec(spot.diagnostic.hint ?? "")?.[1];
      return name === undefined ? null : write(`${spot.words.startsWith(":") ? ":" : ""}${name}`)(spot);
    },
  ],
  "unknown-point": [(spot) => (spot.kind === "heading" ? replace(spot, spot.line, `**${spot.words}**`, `Write "**${spot.words}**"`) : null)],
  "call-without-record": [
    (spot) => {
      const entity = /reads a field of (.+?),/.exec(spot.diagnostic.message)?.[1];
      return entity !== undefined && /^\s*[-*]\s+Every\b/i.test(lineText(spot)) ? write(`${spot.words}, for each ${entity}`)(spot) : null;
    },
    removeItem,
    (spot) => (/^\s*[-*]\s+Otherwise\b/i.test(lineText(spot)) ? removeLine(spot) : null),
  ],
  "incomplete-initial-record": [(spot) => fillCell(new RegExp(`^${/requires (.+?),/.exec(spot.diagnostic.message)?.[1] ?? "-"}$`, "i"), "not shown")(spot), addRequiredColumn],
  "account-statement": [removeItem],
  "unreadable-step": [writeStep],
  "missing-title": [(spot) => write(`${spot.words} "Untitled"`)(spot)],
  "unasked-field": [giveAsked],
  "unlisted-code": [listCode],
  "no-start": [addStart],
  "incomplete-call": [
    (spot) => (/no Email to/.test(spot.diagnostic.message) ? addBullet("Email to: not shown")(spot) : null),
    (spot) => (spot.diagnostic.message.includes("no body") ? addBullet("Body: not shown")(spot) : null),
  ],
  "unusable-name": [writeOffered],
  "reserved-name": [writeOffered, (spot) => (spot.diagnostic.message.includes("built-in field") ? removeLine(spot) : null)],
};

export const recipes: Readonly<Record<string, Recipes>> = { ...removed, ...values, ...added };

function removeFrom(spot: Spot): Fix | null {
  const before = /\sfrom\s+$/.exec(spot.text.slice(spot.line.from, spot.at.from));
  return before && { title: "Remove the date", edits: [{ span: { file: spot.file, from: spot.line.from + before.index, to: spot.at.to }, text: "" }] };
}

/** Gives what the action asks for, open: `with why = not shown`. */
function giveAsked(spot: Spot): Fix | null {
  const names = [...(/add `with (.+?) = …`/.exec(spot.diagnostic.message)?.[1]?.split(" = …, ") ?? [])];
  if (names.length === 0) return null;
  const given = names.map((name) => `${name} = \`null\``).join(", ");
  return write(`${spot.words}${/\bwith\b/.test(spot.words) ? ", " : " with "}${given}`)(spot);
}

/** Adds the column of a required field to a table of initial records, with open values. */
function addRequiredColumn(spot: Spot): Fix | null {
  const field = /requires (.+?),/.exec(spot.diagnostic.message)?.[1];
  if (field === undefined || spot.kind !== "row") return null;
  const lines = tableLines(spot);
  const isThere = new RegExp(`\\|\\s*${field}\\s*\\|`, "i").test(spot.text.slice(lines[0]!.from, lines[0]!.to));
  if (isThere) return null;
  const edits = lines.map(({ to }, i) => ({ span: { file: spot.file, from: to, to }, text: i === 0 ? ` ${field} |` : i === 1 ? "---|" : " not shown |" }));
  return { title: `Add the column ${field}`, edits };
}

/** A screen without a name is called after its route. */
function nameOfRoute(spot: Spot): Fix | null {
  const word = /^\|\s*\/(?:[^|\s]*\/)?([a-z][\w-]*)\s*\|/i.exec(lineText(spot))?.[1];
  return word === undefined ? null : fillCell(/^screen$/i, word.charAt(0).toUpperCase() + word.slice(1).replace(/-/g, " "))(spot);
}

/** Removes only the attribute, with its comma. */
function removeAttribute(spot: Spot): Fix | null {
  const comma = /,\s*$/.exec(spot.text.slice(spot.line.from, spot.at.from));
  return comma && replace(spot, { from: spot.at.from - comma[0].length, to: spot.at.to }, "", `Remove "${spot.words}"`);
}

/** Keeps the first value of several over time. */
function removeLater(spot: Spot): Fix | null {
  const at = spot.words.indexOf(";");
  return at < 0 ? null : write(spot.words.slice(0, at))(spot);
}

function removeArguments(spot: Spot): Fix | null {
  const end = spot.text[spot.at.to] === "(" ? spot.text.indexOf(")", spot.at.to) : -1;
  return end < 0 ? null : { title: `Write \`${spot.words}\``, edits: [{ span: { file: spot.file, from: spot.at.to, to: end + 1 }, text: "" }] };
}

function removeBraces(spot: Spot): Fix | null {
  const { text, at } = spot;
  if (text[at.from - 1] !== "{" || text[at.to] !== "}") return null;
  return { title: `Remove "{${spot.words}}"`, edits: [{ span: { file: spot.file, from: at.from - 1, to: at.to + 1 }, text: "(not shown)" }] };
}
