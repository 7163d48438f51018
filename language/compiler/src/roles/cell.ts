/** Point 6: one cell of the matrix, as the grants that it makes. */
import { type Expression, fold } from "@nonet/feel";
import type { Condition, Grant, Permissions, Verb } from "@nonet/model";
import { scanTop, type TextSpan } from "@nonet/notation";
import { fieldName } from "../context/find-name.ts";
import { placeholder } from "../context/placeholder.ts";
import { resolveName } from "../context/report-nearest.ts";
import { stateNames } from "../context/state-names.ts";
import type { PointCompiler } from "../context/workshop.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { binary, stateIs } from "../expressions/build.ts";
import { after, bare, findTop, slice, split } from "../text/split.ts";

/** Which row and column the cell stands in. `actions`: those that people do. */
export interface CellPlace {
  readonly draft: EntityDraft;
  readonly actions: readonly string[];
  readonly field: string | null;
  readonly action: string | null;
  readonly history: boolean;
  readonly role: string;
  readonly own: Expression | null;
  /** The entity's named conditions, used like `own`. */
  readonly named: Permissions["named"];
}

type Right = Grant["verb"];

const verbs: Readonly<Record<string, Verb>> = {
  create: "create",
  add: "create",
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
const everything = /^(all|✅|✔|yes|allow|allowed|full|x)(?=\s|$)/i;

/** `❌`, `no`, `deny`: nothing, said in another way. */
export const isRefusal = (cell: TextSpan): boolean => /^(❌|✗|✘|no|deny|denied|nothing|never)$/i.test(cell.text);

export function readCell(ctx: PointCompiler, place: CellPlace, cell: TextSpan): Grant[] {
  if (tellTwoReadings(ctx, place, cell) || tellSharedCondition(ctx, place, cell)) return [];
  return entriesOf(place, cell).flatMap((entry) => readEntry(ctx, place, entry));
}

/** After a comma a word that is a verb or an action, and just as well one more state or field of the list before it. */
function tellTwoReadings(ctx: PointCompiler, place: CellPlace, cell: TextSpan): boolean {
  if (!/[,/]/.test(cell.text) || !/\bwhile\s|:/i.test(cell.text)) return false;
  const fields = [...place.draft.fields.values()].map((field) => field.name);
  const isOneOf = (names: readonly string[], words: TextSpan): boolean => names.some((name) => fold(name) === fold(words.text));
  for (const part of split(cell, ";")) {
    let list: "state" | "field" | null = null;
    for (const piece of split(part, ",/")) {
      const known = list === "state" ? isOneOf(place.draft.states, piece) : list === "field" && isOneOf(fields, piece);
      if (known && rightOf(place, piece) !== null) {
        const isState = list === "state";
        ctx.report(
          "ambiguous-commas",
          piece.span,
          `"${piece.text}" could be one more ${isState ? "state" : "field"}, or ${typeof rightOf(place, piece)!.right === "string" ? "the verb" : "the action"}.`,
          {
            hint: isState ? `Part verbs with \`;\`; of several states name ${piece.text} first.` : "Part verbs with `;`; write a list of fields in parentheses.",
          },
        );
        return true;
      }
      if (/\bwhile\s+[^`]*$/i.test(piece.text)) list = "state";
      else if (/^\p{L}+\s*:/u.test(piece.text)) list = "field";
      else if (!known) list = null;
    }
  }
  return false;
}

/** The cell's entries: pieces that name no verb (a further state, a further field) belong to the one before. */
function entriesOf(place: CellPlace, cell: TextSpan): TextSpan[] {
  return split(cell, ";").flatMap((part) => {
    const entries: { readonly from: number; to: number }[] = [];
    let before: TextSpan | null = null;
    for (const piece of split(part, ",").flatMap((one) => rightsIn(place, one).map(({ words }) => words))) {
      const from = offsetIn(part, piece);
      const last = entries.at(-1);
      if (last && before && continues(place, before, piece)) last.to = from + piece.text.length;
      else entries.push({ from, to: from + piece.text.length });
      before = piece;
    }
    return entries.map(({ from, to }) => slice(part, from, to));
  });
}

interface Joined {
  readonly words: TextSpan;
  /** What stands between it and the one before. */
  readonly by: "/" | "and" | null;
}

/**
 * `read own / update own`, `read and update`: a verb behind a `/` or an `and` begins a right of its own, as behind a
 * comma. Anything else there is a further state, a further condition, or part of an expression: behind a `where`
 * without backticks all that follows is one.
 */
function rightsIn(place: CellPlace, piece: TextSpan): Joined[] {
  if (!/\/|\sand\s/i.test(piece.text)) return [{ words: piece, by: null }];
  const open = findTop(piece, /(?<![\p{L}\p{N}])(?:where|when)\s+(?!`)/iu)?.index ?? piece.text.length;
  const found: Joined[] = [];
  let from = 0;
  let by: Joined["by"] = null;
  scanTop(piece.text, (at) => {
    joint.lastIndex = at;
    const match = at < from || at >= open ? null : joint.exec(piece.text);
    if (!match || isWithinName(place, piece.text, at) || rightOf(place, slice(piece, at + match[0].length)) === null) return;
    found.push({ words: slice(piece, from, at), by });
    from = at + match[0].length;
    by = match[0].startsWith("/") ? "/" : "and";
  });
  return [...found, { words: slice(piece, from), by }];
}

const joint = /\/\s*|(?<=\s)and\s+/iy;

/** Whether this place is inside the name of a state, an action or a condition of several words. */
const isWithinName = (place: CellPlace, text: string, at: number): boolean =>
  [...place.draft.states, ...place.actions, ...place.named.map(({ name }) => name)].some((name) => {
    const starts = /\/|\s/.test(name) ? text.toLowerCase().indexOf(name.toLowerCase()) : -1;
    return starts >= 0 && at > starts && at < starts + name.length;
  });

/** `read and update own`: whether the condition limits the first verb too, the words leave open. */
function tellSharedCondition(ctx: PointCompiler, place: CellPlace, cell: TextSpan): boolean {
  if (!/\sand\s/i.test(cell.text)) return false;
  for (const piece of split(cell, ";").flatMap((part) => split(part, ","))) {
    const rights = rightsIn(place, piece);
    for (const [i, { words, by }] of rights.entries()) {
      const before = rights[i - 1]?.words;
      if (by !== "and" || !before || rightOf(place, before)?.length !== before.text.length) continue;
      const limits = slice(words, rightOf(place, words)!.length).text;
      if (limits === "") continue;
      const verb = words.text.slice(0, rightOf(place, words)!.length);
      ctx.report("ambiguous-commas", piece.span, `"${limits}" could limit "${verb}" alone, or "${before.text}" too.`, {
        hint: `Part them by \`;\`: \`${before.text}; ${words.text}\`, or \`${before.text} ${limits}; ${words.text}\`.`,
      });
      return true;
    }
  }
  return false;
}

const offsetIn = (whole: TextSpan, piece: TextSpan): number => Math.min(whole.text.length, Math.max(0, piece.span.from - whole.span.from));

/** Whether the next piece is one more state (`while requested, approved`) or field (`read: name, email`) rather than a verb of its own. */
function continues(place: CellPlace, piece: TextSpan, next: TextSpan): boolean {
  if (rightOf(place, next) !== null) return false;
  const fields = ["state", ...[...place.draft.fields.values()].map((field) => field.name)];
  const inList = /^\p{L}+\s*:/u.test(piece.text) || fields.some((field) => fold(piece.text) === fold(field));
  if (inList && fields.some((field) => fold(next.text) === fold(field))) return true;
  if (everything.test(next.text)) return false;
  if (/^(own|while|where)\b/i.test(next.text) || namedAt(place, next.text) !== null) return true;
  const begins = (name: string): boolean => fold(next.text) === fold(name) || fold(next.text).startsWith(`${fold(name)} `);
  if (place.draft.states.some(begins) && (/\bwhile\b/i.test(piece.text) || place.draft.states.some((state) => fold(piece.text) === fold(state)))) return true;
  return inList && fields.some(begins);
}

/** The verb or action that the text begins with, and how long it is. */
function rightOf(place: CellPlace, words: TextSpan): { right: Right; length: number } | null {
  const action = [...place.actions].sort((a, b) => b.length - a.length).find((name) => fold(words.text) === fold(name) || fold(words.text).startsWith(`${fold(name)} `));
  if (action !== undefined) return { right: { action }, length: action.length };
  const word = /^\p{L}+/u.exec(words.text)?.[0] ?? "";
  const verb = verbs[word.toLowerCase()];
  return verb === undefined ? null : { right: verb, length: word.length };
}

function readEntry(ctx: PointCompiler, place: CellPlace, entry: TextSpan): Grant[] {
  const all = everything.exec(entry.text);
  const right = rightOf(place, entry);
  const bareCondition = place.action !== null || place.history ? /^(own|while|where)\b/i.test(entry.text) || namedAt(place, entry.text) !== null : false;
  if (!all && !right && !bareCondition) {
    const word = /^\S+/.exec(entry.text)?.[0] ?? entry.text;
    ctx.report(
      "unknown-verb",
      entry.span,
      `"${entry.text}" is nothing that a role can be granted on ${place.draft.name}.${resolveName(word, [...Object.keys(verbs), ...place.actions, "all"])}`,
      { hint: "There are create, read, update, delete, history, all and the actions; with own, while STATE, where `…`." },
    );
    return [];
  }
  const rest = bareCondition ? entry : slice(entry, all ? all[0].length : right!.length);
  if (/^[(:]/.test(rest.text) && tellFields(ctx, place, all !== null, right?.right ?? null, entry)) return [];
  const { fields, conditions } = readFields(ctx, place, rest);
  const where = readConditions(ctx, place, conditions, entry);
  if (where === undefined) return [];
  return rightsOf(ctx, place, all !== null || bareCondition, right?.right ?? null, entry).map((verb) => ({
    role: place.role,
    entity: place.draft.name,
    verb,
    fields: place.field !== null ? [place.field] : fields,
    where,
    text: sayOf(place, all, entry),
    source: entry.span,
  }));
}

/** The cell's words as sentences say them: `✅` is `all`; in an action's own row they name the action. */
function sayOf(place: CellPlace, all: RegExpExecArray | null, entry: TextSpan): string {
  const rest = all ? entry.text.slice(all[0].length).trim() : entry.text;
  if (place.action !== null)
    return `${place.action} ${all || !/^(own|while|where|not)\b/i.test(rest) ? rest.replace(new RegExp(`^${place.action.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*`, "i"), "") : rest}`.trim();
  return all ? `all ${rest}`.trim() : entry.text;
}

/** `all`: the cell names no verb of its own. */
function rightsOf(ctx: PointCompiler, place: CellPlace, all: boolean, right: Right | null, entry: TextSpan): Right[] {
  if (place.action !== null) {
    const isIt = all || (right !== null && typeof right !== "string" && right.action === place.action);
    return isIt ? [{ action: place.action }] : unfit(ctx, place, entry);
  }
  if (place.history) return all || right === "history" || right === "read" ? ["history"] : unfit(ctx, place, entry);
  if (place.field !== null) {
    if (all) return ["create", "read", "update"];
    if (right === "create" || right === "read" || right === "delete") return right === "delete" ? unfit(ctx, place, entry) : [right];
    return right === "update" ? ["create", "update"] : unfit(ctx, place, entry);
  }
  return all ? ["create", "read", "update", "delete", "history", ...place.actions.map((action) => ({ action }))] : [right!];
}

/** Fields limit what is created, read or updated of a whole record; anything else is done to all of it or to none. */
function tellFields(ctx: PointCompiler, place: CellPlace, all: boolean, right: Right | null, entry: TextSpan): boolean {
  const row = place.field ?? place.action ?? (place.history ? "history" : null);
  const inside = /\(([^)]*)(\)?)/.exec(entry.text);
  if (inside && (inside[2] === "" || inside[1]!.trim() === "") && !/`.*\(/.test(entry.text)) {
    ctx.report("unknown-verb", entry.span, inside[2] === "" ? `The parenthesis in "${entry.text}" isn't closed.` : `"${entry.text}" names no field.`, {
      hint: "Write the fields in parentheses, `read (name, email)`, or leave the parentheses out.",
    });
    return true;
  }
  if (row === null && !all && (right === "create" || right === "read" || right === "update")) return false;
  ctx.report(
    "unknown-verb",
    entry.span,
    row === null ? `"${entry.text}" can't be limited to fields.` : `This row is about ${place.draft.name}: ${row} alone, so "${entry.text}" names no fields.`,
    {
      hint: row === null ? "Only `create`, `read` and `update` name fields: `read (name, email), delete`." : "Leave the fields out, or name them in the entity's own row.",
    },
  );
  return true;
}

function unfit(ctx: PointCompiler, place: CellPlace, entry: TextSpan): Right[] {
  const row = `${place.draft.name}: ${place.field ?? place.action ?? "history"}`;
  const [what, hint] =
    place.field !== null
      ? ["A field is created, read or updated", undefined]
      : place.action !== null
        ? ["This row is about one action", "Write `all` or `–`, with `own`, `while STATE` or ``where `…` `` where it is limited; other verbs stand in the entity's row."]
        : ["A history is read", "Write `all` or `–`, with `own`, `while STATE` or ``where `…` `` where it is limited."];
  ctx.report("unknown-verb", entry.span, `${what}; "${entry.text}" doesn't go with ${row}.`, hint === undefined ? {} : { hint });
  return [];
}

/** `(name, email)` or `: name, email` after the verb. */
function readFields(ctx: PointCompiler, place: CellPlace, rest: TextSpan): { fields: string[] | null; conditions: TextSpan } {
  const named = after(rest, /:\s*/);
  if (named) {
    const end = findTop(named, /(?<=\S)\s+(?:own|while|where)\b/i);
    return { fields: names(ctx, place, end ? slice(named, 0, end.index) : named), conditions: end ? slice(named, end.index) : slice(named, named.text.length) };
  }
  if (!rest.text.startsWith("(")) return { fields: null, conditions: rest };
  const close = rest.text.indexOf(")");
  return { fields: names(ctx, place, slice(rest, 1, close < 0 ? undefined : close)), conditions: slice(rest, close < 0 ? rest.text.length : close + 1) };
}

const names = (ctx: PointCompiler, place: CellPlace, words: TextSpan): string[] =>
  split(words, ",/")
    .map((w) => fieldName(ctx, place.draft, bare(w)))
    .filter((name) => name !== null);

/** The named condition (or `not` one) that the text begins with. */
function namedAt(place: CellPlace, text: string): { readonly name: string; readonly condition: Expression; readonly not: boolean; readonly length: number } | null {
  const not = /^not\s+/i.exec(text)?.[0].length ?? 0;
  const rest = text.slice(not);
  const found = [...place.named]
    .sort((a, b) => b.name.length - a.name.length)
    .find(({ name }) => fold(rest.slice(0, name.length)) === fold(name) && /^(?![\p{L}\p{N}])/u.test(rest.slice(name.length)));
  return found ? { name: found.name, condition: found.condition, not: not > 0, length: not + found.name.length } : null;
}

/** `own`, `while STATES`, ``where `…` ``, named conditions, in any order. null: no condition; undefined: one that isn't understood, so nothing is granted. */
export function readConditions(ctx: PointCompiler, place: CellPlace, words: TextSpan, entry: TextSpan): Condition | null | undefined {
  const parts: Expression[] = [];
  let rest = words;
  while (rest.text !== "") {
    const read = readCondition(ctx, place, rest, entry);
    if (!read) return undefined;
    parts.push(read.expression);
    rest = after(read.rest, /(?:,\s*)?(?:and\s+)?/i) ?? read.rest;
  }
  if (parts.length === 0) return null;
  return { expression: parts.reduce((left, right) => binary("and", left, right, entry.span)), source: entry.span };
}

function readCondition(ctx: PointCompiler, place: CellPlace, words: TextSpan, entry: TextSpan): { expression: Expression; rest: TextSpan } | null {
  const own = after(words, /own\b\s*/i);
  if (own) {
    ctx.uses("own", "", place.draft.name);
    // That no line says whose is told once for all: `no-own-unsaid.ts`.
    return { expression: place.own ?? placeholder(entry.span), rest: own };
  }
  const states = after(words, /while\s+/i);
  if (states) {
    const end = conditionBehind(place, states);
    const named = end === null ? states : slice(states, 0, end);
    return {
      expression: stateIs(
        place.draft,
        split(named, ",/").flatMap((w) => stateNames(ctx, place.draft, w)),
        named.span,
      ),
      rest: slice(states, end ?? states.text.length),
    };
  }
  const where = after(words, /(?:where|when)\s+/i);
  if (where) {
    // Backticks say where the expression ends; without them all that follows is one.
    const length = /^`[^`]+`(?=\s*,?\s*(?:and\s+)?(?:own|not|while|where|when|\p{L}))/iu.exec(where.text)?.[0].length ?? where.text.length;
    return {
      expression: ctx.expression(slice(where, 0, length), { what: `what ${place.role} may do with ${place.draft.name}`, self: place.draft.name, expect: { kind: "boolean" } }),
      rest: slice(where, length),
    };
  }
  const notOwn = after(words, /not\s+own\b\s*/i);
  if (notOwn) {
    const read = readCondition(ctx, place, after(words, /not\s+/i)!, entry);
    return read && { expression: negated(read.expression, entry), rest: notOwn };
  }
  const named = namedAt(place, words.text);
  if (named) {
    ctx.uses("condition", named.name, place.draft.name);
    return { expression: named.not ? negated(named.condition, entry) : named.condition, rest: slice(words, named.length) };
  }
  const or = after(words, /(?:or\b|\/)\s*/i);
  ctx.report(
    "unknown-condition",
    words.span,
    `"${words.text}" isn't understood.${or ? "" : resolveName(words.text.replace(/^not\s+/i, ""), [...place.named.map((n) => n.name), "own"])}`,
    {
      hint: or
        ? `Conditions that stand for each other are rights of their own: \`${entry.text.slice(0, words.span.from - entry.span.from).trim()}; ${rightWords(place, entry)}${or.text}\`.`
        : "A grant can be limited by `own`, `while STATE`, ``where `…` `` and the conditions that point 6 names.",
    },
  );
  return null;
}

const negated = (condition: Expression, { span }: TextSpan): Expression => ({
  kind: "call",
  function: "not",
  arguments: [condition],
  type: condition.type,
  nullable: condition.nullable,
  span,
});

/** The words of the entry's verb, to be said again before another condition. */
const rightWords = (place: CellPlace, entry: TextSpan): string => {
  const length = everything.exec(entry.text)?.[0].length ?? rightOf(place, entry)?.length ?? 0;
  return length === 0 ? "" : `${entry.text.slice(0, length)} `;
};

/** Where a further condition begins behind the states of a `while`: `while open and own`. */
function conditionBehind(place: CellPlace, states: TextSpan): number | null {
  let found: number | null = null;
  const begins = /\s+(?:(?:and|or)\s+|\/\s*)?(?=\S)/iy;
  scanTop(states.text, (at) => {
    begins.lastIndex = at;
    const match = begins.exec(states.text);
    if (!match || isWithinName(place, states.text, at)) return false;
    const rest = states.text.slice(at + match[0].length);
    if (/^(?:own|where|when|not\s+own)\b/i.test(rest) || namedAt(place, rest) !== null) found = at;
    return found !== null;
  });
  return found;
}
