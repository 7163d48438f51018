/** Point 6: splits a cell into its entries and finds the verb or action of each. */
import { type Expression, fold } from "@nonet/feel";
import type { Grant, Permissions, Verb } from "@nonet/model";
import { scanTop, type TextSpan } from "@nonet/notation";
import type { EntityDraft } from "../../declare/drafts.ts";
import { isNameList, nameList } from "../../text/name-list.ts";
import { bare, findTop, slice, split } from "../../text/split.ts";

/** The row and column of a cell. `actions`: those that people run. */
export interface CellPlace {
  readonly draft: EntityDraft;
  readonly actions: readonly string[];
  readonly field: string | null;
  readonly action: string | null;
  readonly history: boolean;
  readonly role: string;
  readonly own: Expression | null;
  /** The `own` of each entity, by its name. */
  readonly owns?: ReadonlyMap<string, Expression>;
  /** The entity's named conditions, which are used like `own`. */
  readonly named: Permissions["named"];
}

export type Right = Grant["verb"];

export const verbs: Readonly<Record<string, Verb>> = {
  create: "create",
  add: "create",
  make: "create",
  read: "read",
  view: "read",
  see: "read",
  update: "update",
  edit: "update",
  change: "update",
  write: "update",
  delete: "delete",
  remove: "delete",
  history: "history",
};

export const allRights = /^(all|✅|✔|☑|yes|allow|allowed|full|everything|x)(?:\s+(?:access|rights|permissions))?(?=[\s,;]|$)/i;

/** The cell's entries. A piece without a verb (another state, another field) belongs to the one before it. */
export function entriesOf(place: CellPlace, cell: TextSpan): TextSpan[] {
  const whole = allRights.exec(cell.text);
  // `all; no delete`: what is left out of it, behind a semicolon.
  if (whole && /^\s*;\s*(?:no|not|but|except)\s[^;]*$/i.test(cell.text.slice(whole[0].length)) && leftOut.test(cell.text.slice(whole[0].length).replace(/^\s*;/, ",")))
    return [cell];
  return split(cell, ";").flatMap((part) => {
    const all = allRights.exec(part.text);
    // What follows `except` is left out, whatever joins it.
    if (all && leftOut.test(part.text.slice(all[0].length))) return [part];
    const entries: { readonly from: number; to: number }[] = [];
    let before: TextSpan | null = null;
    for (const piece of split(part, ",").flatMap((one) => initials(one) ?? rightsIn(place, one).map(({ words }) => words))) {
      const from = offsetIn(part, piece);
      const last = entries.at(-1);
      const isLeftOut = entries.length === 1 && leftOut.test(piece.text) && namesFields(place, piece.text.replace(leftOut, ""));
      if (last && before && (isLeftOut || continues(place, before, piece))) last.to = from + piece.text.length;
      else entries.push({ from, to: from + piece.text.length });
      before = piece;
    }
    return entries.flatMap(({ from, to }) => eachInitial(slice(part, from, to)));
  });
}

/** `CRU` as `C`, `R` and `U`. */
const initials = (words: TextSpan): readonly TextSpan[] | null => (/^[CRUD]{2,4}$/.test(words.text) ? [...words.text].map((_, i) => slice(words, i, i + 1)) : null);

/** `R/U`, `CRU`: initials written as one word, with what limits them behind it. */
const joinedInitials = /^[CRUD](?:\/?[CRUD]){1,3}(?=[\s:])/;

/** `R/U own` as `R own` and `U own`, each character at its place: initials in one word share what follows it. */
function eachInitial(entry: TextSpan): readonly TextSpan[] {
  const word = joinedInitials.exec(entry.text)?.[0];
  if (word === undefined) return [entry];
  return [...word].flatMap((letter, at) => (letter === "/" ? [] : [slice({ ...entry, text: letter.padStart(at + 1).padEnd(word.length) + entry.text.slice(word.length) }, at)]));
}

interface Joined {
  readonly words: TextSpan;
  /** The separator before it. */
  readonly by: "/" | "and" | null;
}

/**
 * `read own / update own`, `read and update`: a verb after a `/` or an `and` begins a right of its own, as after a comma.
 * Anything else there is another state, another condition, or part of an expression: after a `where` without backticks,
 * everything is part of the expression.
 */
export function rightsIn(place: CellPlace, piece: TextSpan): Joined[] {
  if (!/\/|\sand\s/i.test(piece.text)) return [{ words: piece, by: null }];
  const open = findTop(piece, /(?<![\p{L}\p{N}])(?:where|when)\s+(?!`)/iu)?.index ?? piece.text.length;
  const found: Joined[] = [];
  let from = 0;
  const behind = joinedInitials.exec(piece.text)?.[0].length ?? 0;
  let by: Joined["by"] = null;
  scanTop(piece.text, (at) => {
    joint.lastIndex = at;
    const match = at < from || at < behind || at >= open ? null : joint.exec(piece.text);
    if (!match || isWithinName(place, piece.text, at) || rightOf(place, slice(piece, at + match[0].length)) === null) return;
    found.push({ words: slice(piece, from, at), by });
    from = at + match[0].length;
    // `read/update own` reads like `read and update own`.
    by = match[0] === "/" && /\S/.test(piece.text[at - 1] ?? " ") ? "and" : match[0].startsWith("/") ? "/" : "and";
  });
  return [...found, { words: slice(piece, from), by }];
}

const joint = /\/\s*|(?<=\s)and\s+/iy;

/** Whether the offset is inside the name of a state, an action or a condition of several words. */
export const isWithinName = (place: CellPlace, text: string, at: number): boolean =>
  [...place.draft.states, ...place.actions, ...place.named.map(({ name }) => name)].some((name) => {
    const starts = /\/|\s/.test(name) ? text.toLowerCase().indexOf(name.toLowerCase()) : -1;
    return starts >= 0 && at > starts && at < starts + name.length;
  });

const offsetIn = (whole: TextSpan, piece: TextSpan): number => Math.min(whole.text.length, Math.max(0, piece.span.from - whole.span.from));

/** `all, except delete`, `all (no delete)`. `not` also begins a condition, unless a verb follows. */
export const leftOut =
  /^,?\s*\(?(?:except(?:\s+for)?|excluding|apart\s+from|other\s+than|but(?:\s+(?:not|no))?|without|(?:and\s+)?no|not\s+(?=(?:creat|add|mak|updat|edit|chang|delet|remov)\p{L}*(?:\)|,|$)))\s*(?<=\s)(?=\p{L})/iu;

/** Whether the words list fields of the row's entity, and aren't a condition: a state, a named condition or a yes/no field. */
export function namesFields(place: CellPlace, text: string): boolean {
  const isField = (name: string): boolean => isFieldOf(place, name);
  if (!isNameList(text, isField)) return false;
  const isCondition = (name: string): boolean =>
    place.draft.states.some((state) => fold(state) === name) || place.named.some((one) => fold(one.name) === name) || place.draft.fields.get(name)?.type.kind === "yes/no";
  return !nameList({ text, span: { file: 0, from: 0, to: text.length } }, isField).every((name) => isCondition(fold(bare(name).text)));
}

/** Whether the next piece is another state (`while requested, approved`) or field (`read: name, email`, `read except notes, fee`) and not a verb. */
function continues(place: CellPlace, piece: TextSpan, next: TextSpan): boolean {
  if (rightOf(place, next) !== null) return false;
  const fields = ["state", ...[...place.draft.fields.values()].map((field) => field.name)];
  const isFirst = typeof rightOf(place, piece)?.right === "string" && isFieldOf(place, slice(piece, rightOf(place, piece)!.length).text.replace(/^\s*own\s+/i, ""));
  // `read except notes, start date`: each field behind the comma is left out too.
  const left = /(?:^|\s)(?:except(?:\s+for)?|but(?:\s+not)?|without)\s+(?:(?:its|the|their)\s+)?(\S.*)$/i.exec(piece.text)?.[1];
  const inList =
    isFirst ||
    (left !== undefined && rightOf(place, { ...piece, text: left }) === null) ||
    /^\p{L}+(?:\s+own)?\s*:/iu.test(piece.text) ||
    (/^\p{L}+\s+(?:own|while|where)\b.*:\s*(\S.*)$/iu.test(piece.text) && fields.some((field) => fold(/[^:]*$/.exec(piece.text)![0]).trim() === fold(field))) ||
    fields.some((field) => fold(piece.text) === fold(field));
  if (inList && fields.some((field) => fold(next.text) === fold(field))) return true;
  if (allRights.test(next.text)) return false;
  if (/^(own|while|where)\b/i.test(next.text) || namedAt(place, next.text) !== null) return true;
  const begins = (name: string): boolean => fold(next.text) === fold(name) || [" ", ":"].some((end) => fold(next.text).startsWith(`${fold(name)}${end}`));
  if (place.draft.states.some(begins) && (/\bwhile\b/i.test(piece.text) || place.draft.states.some((state) => fold(piece.text) === fold(state)))) return true;
  return inList && fields.some(begins);
}

/** The verb or action that the text begins with, and how long it is. */
export function rightOf(place: CellPlace, words: TextSpan): { right: Right; length: number } | null {
  const action = [...place.actions].sort((a, b) => b.length - a.length).find((name) => fold(words.text) === fold(name) || fold(words.text).startsWith(`${fold(name)} `));
  if (action !== undefined) return { right: { action }, length: action.length };
  const may = /^(?:may|can)\s+(?=\p{L})/iu.exec(words.text)?.[0].length ?? 0;
  const word = /^\p{L}+/u.exec(words.text.slice(may))?.[0] ?? "";
  const verb = letters[word] ?? verbs[word.toLowerCase()] ?? verbs[word.toLowerCase().replace(/s$/, "")];
  return verb === undefined ? null : { right: verb, length: may + word.length };
}

/** `CRU`: the initials of the four verbs. */
const letters: Readonly<Record<string, Verb>> = { C: "create", R: "read", U: "update", D: "delete" };

/** A field of the row's entity, or its state. */
export const isFieldOf = ({ draft }: CellPlace, name: string): boolean => {
  const key = fold(bare({ text: name, span: { file: 0, from: 0, to: name.length } }).text);
  return draft.fields.has(key) || (key === "state" && draft.states.length > 0);
};

/** The named condition (or `not` one) that the text begins with. */
export function namedAt(place: CellPlace, text: string): { readonly name: string; readonly condition: Expression; readonly not: boolean; readonly length: number } | null {
  const not = /^not\s+/i.exec(text)?.[0].length ?? 0;
  const rest = text.slice(not);
  const found = [...place.named]
    .sort((a, b) => b.name.length - a.name.length)
    .find(({ name }) => fold(rest.slice(0, name.length)) === fold(name) && /^(?![\p{L}\p{N}])/u.test(rest.slice(name.length)));
  return found ? { name: found.name, condition: found.condition, not: not > 0, length: not + found.name.length } : null;
}
