/** Point 6: the grants of one cell of the matrix. */
import type { Grant } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { fieldName } from "../../resolve/names.ts";
import { didYouMean } from "../../resolve/report-nearest.ts";
import { isNameList, nameList } from "../../text/name-list.ts";
import { after, findTop, slice } from "../../text/split.ts";
import { reportSharedCondition, reportSharedException, reportTwoReadings } from "./ambiguous-cell.ts";
import { readConditions } from "./cell-conditions.ts";
import { deedsIn } from "./deeds.ts";
import { leftOutBehind } from "./exceptions.ts";
import { allRights, type CellPlace, entriesOf, isFieldOf, leftOut, namedAt, namesFields, type Right, rightOf, verbs } from "./cell-entries.ts";

/** Whether the cell says `❌`, `no` or `deny`. */
export const isRefusal = (cell: TextSpan): boolean => /^(❌|✗|✘|no|deny|denied|nothing|never)$/i.test(cell.text);

export function readCell(ctx: PointCompiler, place: CellPlace, cell: TextSpan): Grant[] {
  if (reportTwoReadings(ctx, place, cell) || reportSharedCondition(ctx, place, cell)) return [];
  const entries = entriesOf(place, cell);
  return reportSharedException(ctx, place, cell, entries) ? [] : entries.flatMap((entry) => readEntry(ctx, place, entry));
}

function readEntry(ctx: PointCompiler, place: CellPlace, entry: TextSpan): Grant[] {
  const all = allRights.exec(entry.text);
  // `✅ read`: the mark says yes to what follows it.
  if (all && isMark(all[1]!) && rightOf(place, slice(entry, all[0].length))) return readEntry(ctx, place, slice(entry, all[0].length));
  const right = rightOf(place, entry);
  const bareCondition = place.action !== null || place.history ? /^(own|while|where)\b/i.test(entry.text) || namedAt(place, entry.text) !== null : false;
  if (!all && !right && !bareCondition) {
    const word = /^\S+/.exec(entry.text)?.[0] ?? entry.text;
    ctx.report(
      "unknown-verb",
      entry.span,
      `"${entry.text}" isn't a right that a role can have on ${place.draft.name}.${didYouMean(entry.text, place.actions) || didYouMean(word, [...Object.keys(verbs), ...place.actions, "all"])}`,
      { hint: "Rights are create, read, update, delete, history, all and the actions, limited by own, while STATE or where `…`." },
    );
    return [];
  }
  const others = all ? readAllBut(ctx, place, slice(entry, all[0].length), entry) : null;
  if (others) return others;
  const rest = bareCondition ? entry : withoutOnly(slice(entry, all ? all[0].length : right!.length));
  if ((/^(?:own\s*:|[(:])/i.test(rest.text) || fieldsBehind(rest) !== null) && checkLimitedFields(ctx, place, all !== null, right?.right ?? null, entry)) return [];
  const canNameFields = place.field === null && place.action === null && !place.history && (right?.right === "create" || right?.right === "read" || right?.right === "update");
  const { fields, conditions } = readFields(ctx, place, rest, canNameFields);
  const where = readConditions(ctx, place, conditions, entry);
  if (where === undefined) return [];
  return rightsOf(ctx, place, all !== null || bareCondition, right?.right ?? null, entry).map((verb) => ({
    role: place.role,
    entity: place.draft.name,
    verb,
    fields: place.field !== null ? [place.field] : fields,
    where,
    ...(fields !== null && where !== null ? { whereText: ownFirst(conditions.text) } : {}),
    text: sayOf(place, all, entry),
    source: entry.span,
  }));
}

/** `while open own` as `own while open`. */
const ownFirst = (conditions: string): string =>
  conditions
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^((?:while|not)\s.*?),?\s(?:and\s)?own$/i, "own $1");

/** `all, except delete and Hand out`; null if something else than verbs and actions is left out. */
function readAllBut(ctx: PointCompiler, place: CellPlace, words: TextSpan, entry: TextSpan): Grant[] | null {
  const text = words.text.replace(/^\s*;/, ",").replace(/^(\s*,?\s*\([^()]*)\)\s*$/, "$1");
  const except = leftOut.exec(text)?.[0];
  if (except === undefined || place.action !== null || place.field !== null || place.history) return null;
  const others = deedsIn(text.slice(except.length).replace(/(,\s*|\s(?:and|or)\s+)(?:no|not|except)\s+/gi, "$1"), place.actions).map((verb) => JSON.stringify(verb));
  if (others.length === 0) return null;
  const rights = rightsOf(ctx, place, true, null, entry).filter((verb) => !others.includes(JSON.stringify(verb)));
  return rights.map((verb) => ({ role: place.role, entity: place.draft.name, verb, fields: null, where: null, text: entry.text, source: entry.span }));
}

const isMark = (word: string): boolean => !/^(?:all|full|everything)$/i.test(word);

/** `read only`, `read-only`, `read all` say no more than `read`. */
const withoutOnly = (rest: TextSpan): TextSpan => after(rest, /-?(?:only|access|everything|all|any|each|every)(?=$|\s+(?:own|while|where|when|if|not)\b|\s*;)\s*/i) ?? rest;

/** The cell's words for use in sentences: `✅` becomes `all`, and in an action's own row the action is added. */
function sayOf(place: CellPlace, all: RegExpExecArray | null, entry: TextSpan): string {
  const rest = all ? entry.text.slice(all[0].length).trim() : entry.text;
  if (place.action !== null)
    return `${place.action} ${all || !/^(own|while|where|not)\b/i.test(rest) ? rest.replace(new RegExp(`^${place.action.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*`, "i"), "") : rest}`.trim();
  return all ? `all ${rest}`.trim() : entry.text;
}

/** `all`: the cell names no verb. */
function rightsOf(ctx: PointCompiler, place: CellPlace, all: boolean, right: Right | null, entry: TextSpan): Right[] {
  if (place.action !== null) {
    const isIt = all || (right !== null && typeof right !== "string" && right.action === place.action);
    return isIt ? [{ action: place.action }] : reportUnfit(ctx, place, entry);
  }
  if (place.history) return all || right === "history" || right === "read" ? ["history"] : reportUnfit(ctx, place, entry);
  if (place.field !== null) {
    if (all) return ["create", "read", "update"];
    if (right === "create" || right === "read" || right === "delete") return right === "delete" ? reportUnfit(ctx, place, entry) : [right];
    return right === "update" ? ["create", "update"] : reportUnfit(ctx, place, entry);
  }
  return all ? ["create", "read", "update", "delete", "history", ...place.actions.map((action) => ({ action }))] : [right!];
}

/** Reports fields where none can be named. Only creating, reading and updating a record can be limited to fields. */
function checkLimitedFields(ctx: PointCompiler, place: CellPlace, all: boolean, right: Right | null, entry: TextSpan): boolean {
  const row = place.field ?? place.action ?? (place.history ? "history" : null);
  const inside = /\(([^)]*)(\)?)/.exec(entry.text);
  if (inside && (inside[2] === "" || inside[1]!.trim() === "") && !/`.*\(/.test(entry.text)) {
    ctx.report("unknown-verb", entry.span, inside[2] === "" ? `The parenthesis in "${entry.text}" isn't closed.` : `"${entry.text}" names no field.`, {
      hint: "Write the fields in parentheses, `read (name, email)`, or remove the parentheses.",
    });
    return true;
  }
  if (row === null && !all && (right === "create" || right === "read" || right === "update")) return false;
  ctx.report(
    "unknown-verb",
    entry.span,
    row === null ? `"${entry.text}" can't be limited to fields.` : `This row is only about ${place.draft.name}: ${row}, so "${entry.text}" can't name fields.`,
    {
      hint: row === null ? "Only `create`, `read` and `update` can name fields: `read (name, email), delete`." : "Remove the fields, or name them in the row of the entity.",
    },
  );
  return true;
}

function reportUnfit(ctx: PointCompiler, place: CellPlace, entry: TextSpan): Right[] {
  const row = `${place.draft.name}: ${place.field ?? place.action ?? "history"}`;
  const [what, hint] =
    place.field !== null
      ? ["A field can only be created, read or updated.", undefined]
      : place.action !== null
        ? ["This row is about one action.", "Write `all` or `–`, with `own`, `while STATE` or ``where `…` `` to limit it. Other verbs belong in the row of the entity."]
        : ["A history can only be read.", "Write `all` or `–`, with `own`, `while STATE` or ``where `…` `` to limit it."];
  ctx.report("unknown-verb", entry.span, `"${entry.text}" doesn't apply to ${row}. ${what}`, hint === undefined ? {} : { hint });
  return [];
}

/** `(name, email)` or `: name, email` after the verb. Without these marks, words after a verb that can't name fields are a condition. */
function readFields(ctx: PointCompiler, place: CellPlace, rest: TextSpan, canNameFields: boolean): { fields: string[] | null; conditions: TextSpan } {
  const others = /^(?:\(|,)?\s*(?:(?:all|everything|all fields)\s+)?(?:except|but not|but|without|no)\s+(?=\S)/i.exec(rest.text);
  if (others) {
    const close = rest.text.startsWith("(") ? rest.text.indexOf(")") : -1;
    const listed = slice(rest, others[0].length, close < 0 ? findTop(rest, /\s+(?:own|while|where)\b/i)?.index : close);
    const left = names(ctx, place, listed);
    return { fields: fieldsWithout(place, left), conditions: slice(rest, close < 0 ? others[0].length + listed.text.length : close + 1) };
  }
  const named = after(rest, /:\s*/);
  if (named) {
    const end = findTop(named, /(?<=\S)\s+(?:own|while|where)\b/i);
    return { fields: names(ctx, place, end ? slice(named, 0, end.index) : named), conditions: end ? slice(named, end.index) : slice(named, named.text.length) };
  }
  // `update own: phone, bank account`.
  const ofOwn = /^own\s*:\s*(?=\S)/i.exec(rest.text);
  const within = canNameFields ? fieldsBetween(place, rest) : null;
  if (within) return { fields: names(ctx, place, within.fields), conditions: within.conditions };
  if (ofOwn && !findTop(rest, /\s(?:while|where)\b/i)) return { fields: names(ctx, place, slice(rest, ofOwn[0].length)), conditions: slice(rest, 0, "own".length) };
  // `update own while open: phone, bank account`.
  const colon = /^(?:own|not|while|where|when|if)\b/i.test(rest.text) ? findTop(rest, /\s*:\s+(?=\S)/) : null;
  if (colon && canNameFields && isNameList(rest.text.slice(colon.index + colon[0].length), (name) => isFieldOf(place, name)))
    return { fields: names(ctx, place, slice(rest, colon.index + colon[0].length)), conditions: slice(rest, 0, colon.index) };
  const behind = fieldsBehind(rest);
  if (behind !== null) return { fields: names(ctx, place, slice(rest, behind + 1, rest.text.length - 1)), conditions: slice(rest, 0, behind) };
  const behindConditions = canNameFields ? leftOutBehind(place, rest) : null;
  if (behindConditions) return { fields: fieldsWithout(place, names(ctx, place, behindConditions.names)), conditions: slice(rest, 0, behindConditions.at) };
  if (!rest.text.startsWith("(")) {
    // `read name, email`: fields without parentheses.
    const end = findTop(rest, /(?:^|(?<=\S)\s+)(?:own|not|while|where|when|if)\b/i)?.index ?? rest.text.length;
    const listed = slice(rest, 0, end);
    const isField = (name: string): boolean => isFieldOf(place, name);
    if (!canNameFields || !isNameList(listed.text, isField)) return { fields: null, conditions: rest };
    return { fields: nameList(listed, isField).flatMap((name) => fieldName(ctx, place.draft, name) ?? []), conditions: slice(rest, end) };
  }
  const close = rest.text.indexOf(")");
  return { fields: names(ctx, place, slice(rest, 1, close < 0 ? undefined : close)), conditions: slice(rest, close < 0 ? rest.text.length : close + 1) };
}

/** `own: phone, bank account while open`: the fields between two conditions, each at its place. */
function fieldsBetween(place: CellPlace, rest: TextSpan): { readonly fields: TextSpan; readonly conditions: TextSpan } | null {
  const begin = /^own(?:\s*:\s*|\s+)(?=[\p{L}"])/iu.exec(rest.text)?.[0].length;
  if (begin === undefined) return null;
  const end = findTop(rest, /\s+(?:while|where|when|if)\b/i)?.index ?? rest.text.length;
  const fields = slice(rest, begin, end);
  if (!isNameList(fields.text, (name) => isFieldOf(place, name)) || !namesFields(place, fields.text)) return null;
  return { fields, conditions: { ...rest, text: `own${" ".repeat(end - "own".length)}${rest.text.slice(end)}` } };
}

const fieldsWithout = ({ draft }: CellPlace, left: readonly string[]): string[] =>
  ["state", ...[...draft.fields.values()].map((field) => field.name)].filter((name) => !left.includes(name));

/** `own (name, email)`: where fields in parentheses begin after the conditions. An expression without backticks reaches to the end. */
function fieldsBehind({ text }: TextSpan): number | null {
  const conditions = /^(?![(:])(\S.*?)\s*\([^()`]+\)$/s.exec(text)?.[1];
  return conditions === undefined || /\b(?:where|when|if)\s+[^`]*$/i.test(conditions) ? null : text.lastIndexOf("(");
}

const names = (ctx: PointCompiler, place: CellPlace, words: TextSpan): string[] =>
  nameList(words, (name) => isFieldOf(place, name))
    .map((w) => fieldName(ctx, place.draft, w))
    .filter((name) => name !== null);
