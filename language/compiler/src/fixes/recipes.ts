/** The recipes by code, the most likely fix first. Errors whose fix depends on more than the text have it where they are raised. */
import type { Fix } from "@nonet/source";
import { nameEachField, personalOfEach, separate, writeEachChoice, writeEachForm, writeOnlyChoice } from "./choices.ts";
import { convert, guardCurrency, lastOfMonth, plainNumber, sameCurrency } from "./conversions.ts";
import { addBullet, addStart, listCode, takeOut } from "./missing-lines.ts";
import { emptyCell, removeColumn, removeItem, removeLine, removePart, removeWas } from "./removals.ts";
import { leaveItemOpen, leaveOpen, rename, replaceIn, write, writeOffered } from "./replacements.ts";
import { addColumn, fillCell, renameColumn } from "./table-cells.ts";
import type { Spot } from "./spot.ts";

type Recipes = readonly ((spot: Spot) => Fix | readonly Fix[] | null)[];

/** What is there twice, or has no effect. */
const removed: Readonly<Record<string, Recipes>> = {
  "doubled-attribute": [(spot) => (spot.words.startsWith("|") ? removeLine(spot) : spot.kind === "row" ? removeItem(spot) : removePart(spot))],
  "doubled-name": [
    (spot) =>
      removeWas(spot) ?? (spot.kind === "heading" || spot.diagnostic.message.includes("would both") ? rename(spot) : spot.kind === "row" ? removeLine(spot) : removePart(spot)),
  ],
  "doubled-column": [removeColumn],
  "doubled-condition": [removeLine],
  "doubled-entity": [rename],
  "duplicate-code": [removeLine],
  "duplicate-constant": [removeLine],
  "duplicate-route": [(spot) => write(`${spot.words}-2`)(spot)],
  "duplicate-screen": [rename],
  "owned-list-twice": [removeLine],
  "unread-attribute": [takeOut, (spot) => (spot.kind === "row" && !spot.words.startsWith("|") ? emptyCell(spot) : removeLine(spot))],
  "unknown-attribute": [removePart],
  "unknown-column": [renameColumn, removeColumn],
  "unreadable-line": [removeLine],
  "unused-start": [removeLine],
  "asked-attribute": [removePart],
  "kept-by-product": [removePart],
  "state-by-machine": [removePart],
  "bound-without-measure": [removePart],
  "taken-by-no-sequence": [removePart],
  "unknown-field-shown": [removePart],
  "unsuitable-field": [removePart],
  "not-a-path": [removePart],
  "unknown-verb": [(spot) => (spot.diagnostic.message.includes("about one action") ? write("all")(spot) : null), removePart],
  "unknown-condition": [removePart],
  "not-a-field": [removePart],
  "unreadable-table": [removeLine],
  "unreadable-never": [removeLine],
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
  "empties-required": [removeLine],
  "reserved-asked-name": [removePart],
  "fields-and-steps": [removeLine],
  "screen-for-disagrees": [removeLine],
  "state-with-content": [removeLine],
  "too-many-cells": [removeColumn],
  "part-circle": [replaceIn(/\s*\((?:part of [^,)]+)\)/i, "", "Remove `part of`")],
  "role-circle": [replaceIn(/\s*(?:—|–|-|:|,)?\s*includes [\p{L} ]+/u, "", "Remove `includes`")],
  "computed-with-input": [replaceIn(/,\s*(?:required|set once|default [^,]+)/i, "", "Remove the attribute")],
  "required-of-person": [replaceIn(/,\s*required\b/i, "", "Remove `required`")],
  "call-on-two-entities": [(spot) => (spot.kind === "row" ? removeItem(spot) : null)],
  "call-without-record": [removeItem],
};

/** A value of another kind, or in another form. */
const values: Readonly<Record<string, Recipes>> = {
  "unit-mismatch": [sameCurrency, guardCurrency],
  "type-mismatch": [convert, (spot) => (spot.diagnostic.message.startsWith("This can be") ? null : (removeItem(spot) ?? (spot.kind === "row" ? null : leaveOpen(spot))))],
  "argument-type": [convert],
  "impossible-comparison": [writeEachChoice, plainNumber],
  "invalid-literal": [lastOfMonth],
  "unreadable-value": [
    lastOfMonth,
    removeItem,
    (spot) => (/header|GET request/.test(spot.diagnostic.message) || /^\s*[-*+]\s+takes/i.test(spot.text.slice(spot.line.from, spot.line.to)) ? removeLine(spot) : leaveOpen(spot)),
  ],
  "unreadable-statement": [removePart],
  "unknown-statement": [replaceIn(/^(?:put|note|assign|let|make|change|update)\b(?=.*=)/i, "set", "Write `set`"), removePart],
  "unknown-type": [leaveItemOpen],
  "unknown-choice": [
    writeOnlyChoice,
    removeItem,
    (spot) => (/can have 1 to (\d+)/.test(spot.diagnostic.message) ? write(/to (\d+)/.exec(spot.diagnostic.message)![1]!)(spot) : null),
  ],
  "unknown-kind": [leaveOpen],
  "unknown-language": [leaveOpen],
  "unknown-sign-in": [removeItem, leaveOpen],
  "unknown-colour": [leaveOpen],
  "bad-logo": [leaveOpen],
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
  "values-differ": [removeItem, write("null")],
  "values-out-of-order": [(spot) => (/\sfrom\s+$/.test(spot.text.slice(spot.line.from, spot.at.from)) ? removeFrom(spot) : removeItem(spot))],
  "nothing-fits": [removePart],
  "not-supported-yet": [(spot) => (/holidays/i.test(spot.diagnostic.message) ? write("none")(spot) : removeLater(spot))],
  "no-bearer": [write("–")],
  "who-disagrees": [write("–")],
  "ambiguous-commas": [separate, (spot) => (spot.words.includes(",") ? null : writeEachForm(spot))],
  "ambiguous-name": [writeEachForm],
  "ambiguous-step": [nameEachField],
  "no-person": [personalOfEach],
  "no-calendar": [replaceIn(/\bworking\s+/i, "", "Count all days")],
  "not-a-function": [removeArguments],
  "secret-leaves": [removeBraces],
  "sequence-without-counter": [replaceIn(/`$/, "-{0000}`", "Add a counter, `{0000}`")],
  "unusable-length": [replaceIn(/\d+/, "12", "Write `random text of 12 characters`")],
  "unreadable-decision": [replaceIn(/^any 0\b/i, "any 1", "Write `any 1`")],
  "syntax-error": [
    (spot) => (spot.words === ";" ? write(",")(spot) : null),
    (spot) => (/Expected `([)\]}])`/.test(spot.diagnostic.message) && /^[)\]}]$/.test(spot.words) ? write(/`([)\]}])`/.exec(spot.diagnostic.message)![1]!)(spot) : null),
  ],
};

/** What is missing. */
const added: Readonly<Record<string, Recipes>> = {
  "missing-cell": [
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
  "missing-title": [(spot) => write(`${spot.words} "Untitled"`)(spot)],
  "unasked-field": [giveAsked],
  "unlisted-code": [listCode],
  "no-start": [addStart],
  "incomplete-call": [(spot) => (spot.diagnostic.message.includes("no body") ? addBullet("Body: not shown")(spot) : null)],
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
