/** Point 6: the conditions of a grant: `own`, `while STATE`, ``where `…` `` and named conditions. */
import { type Expression, fold, readsAsCondition } from "@nonet/feel";
import type { Condition } from "@nonet/model";
import { scanTop, type TextSpan } from "@nonet/notation";
import type { EntityDraft } from "../../declare/drafts.ts";
import { placeholder } from "../../context/placeholder.ts";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { binary, stateIs } from "../../expressions/build.ts";
import { stateNames } from "../../resolve/names.ts";
import { didYouMean } from "../../resolve/report-nearest.ts";
import { sameFields } from "../../resolve/same-fields.ts";
import { ofTheirs, pronoun } from "../../text/own-words.ts";
import { statesSince } from "../../resolve/states-since.ts";
import { after, partsAt, slice, split } from "../../text/split.ts";
import { ofTheirRecords } from "./of-their-records.ts";
import { type CellPlace, allRights, isWithinName, namedAt, rightOf } from "./cell-entries.ts";

/** `own`, `while STATES`, ``where `…` `` and named conditions, in any order. Null: no condition. Undefined: a condition that can't be read, so nothing is granted. */
export function readConditions(ctx: PointCompiler, place: CellPlace, words: TextSpan, entry: TextSpan): Condition | null | undefined {
  const parts: Expression[] = [];
  let rest = after(words, /(?:but\s+)?(?:only|just|(?:that|which)\s+(?:is|are))\s+/i) ?? words;
  while (rest.text !== "") {
    const through = sameAsTheirs(ctx, place, rest) === null ? ofTheirRecords(ctx, place, rest) : null;
    const read = through ?? readCondition(ctx, place, rest, entry);
    if (!read) return undefined;
    if (read.expression) parts.push(read.expression);
    rest = after(read.rest, /(?:,\s*)?(?:and\s+)?(?:but\s+)?(?:only\s+)?/i) ?? read.rest;
  }
  if (parts.length === 0) return null;
  return { expression: parts.reduce((left, right) => binary("and", left, right, entry.span)), source: entry.span };
}

function readCondition(ctx: PointCompiler, place: CellPlace, words: TextSpan, entry: TextSpan): { expression: Expression; rest: TextSpan } | null {
  const own = afterOwn(words, place.draft);
  if (own) {
    ctx.markUsed("own", "", place.draft.name);
    // A missing `Own:` line is reported once for all cells, in checks/access/no-own-without-line.ts.
    return { expression: place.own ?? placeholder(entry.span), rest: own };
  }
  const same = sameAsTheirs(ctx, place, words);
  if (same !== null) return same ?? null;
  const states = statesAfter(place, words);
  // `while public`, where `public` is a condition of point 6. A state of that name comes first.
  if (states && isNamed(place, states) && !beginsWithState(place, states)) return readCondition(ctx, place, states, entry);
  const field = yesNoAt(ctx, place, states ?? words);
  if (field) return field;
  if (states) {
    const none = after(states, /not\s+(?=\S)/i);
    if (none && beginsWithState(place, none)) {
      const read = readCondition(ctx, place, opened("while ", none), entry);
      return read && { expression: negated(read.expression, entry), rest: read.rest };
    }
    if (!beginsWithState(place, states) && (states.text.startsWith("`") || /\s(?:=|!=|[<>]=?)\s/.test(states.text) || readsAsCondition(states.text)))
      return readCondition(ctx, place, opened("where ", states), entry);
    const end = conditionBehind(place, states);
    const named = end === null ? states : slice(states, 0, end);
    return {
      expression: stateIs(
        place.draft,
        statesListed(place, named).flatMap((w) => stateNames(ctx, place.draft, w)),
        named.span,
      ),
      rest: slice(states, end ?? states.text.length),
    };
  }
  const where = after(words, /(?:where|when|if)\s+/i);
  const plain = where && after(where, /(?:(?:it is|it's|they are)\s+)?/i);
  if (plain && isNamed(place, plain)) return readCondition(ctx, place, plain, entry);
  if (where) {
    // Backticks mark the end of the expression. Without them, all that follows is part of it.
    const length = /^`[^`]+`(?=\s*,?\s*(?:and\s+)?(?:own|not|while|where|when|\p{L}))/iu.exec(where.text)?.[0].length ?? where.text.length;
    return {
      expression: ctx.expression(slice(where, 0, length), { what: `what ${place.role} may do with ${place.draft.name}`, self: place.draft.name, expect: { kind: "boolean" } }),
      rest: slice(where, length),
    };
  }
  const done = doneAt(ctx, place, words);
  if (done !== null) return done ?? null;
  const denied = after(words, /not\s+/i);
  if (denied && (afterOwn(denied, place.draft) || ofTheirs.test(denied.text))) {
    const read = readCondition(ctx, place, denied, entry);
    return read && { expression: negated(read.expression, entry), rest: read.rest };
  }
  const named = namedAt(place, words.text);
  if (named) {
    ctx.markUsed("condition", named.name, place.draft.name);
    return { expression: named.not ? negated(named.condition, entry) : named.condition, rest: slice(words, named.length) };
  }
  const unless = unlessAt(ctx, place, words, entry);
  if (unless) return unless;
  const since = onlySince(place, words);
  if (since) return readCondition(ctx, place, opened("while ", since), entry);
  if (reportSince(ctx, place, words) || reportUntil(ctx, place, words) || reportWithin(ctx, place, words)) return null;
  const or = after(words, /(?:or\b|\/)\s*/i);
  const before = entry.text.slice(0, words.span.from - entry.span.from).trim();
  ctx.report(
    "unknown-condition",
    words.span,
    `"${words.text}" isn't a condition.${or ? "" : didYouMean(words.text.replace(/^not\s+/i, ""), [...place.named.map((n) => n.name), "own"])}`,
    {
      hint: or
        ? `Write alternatives as separate rights: \`${before}; ${rightWords(place, entry)}${or.text}\`.`
        : "Limit a right with `own`, `while STATE`, ``where `…` `` or a named condition of point 6.",
      fixes: or
        ? [{ title: "Write separate rights", edits: [{ span: { ...words.span, from: entry.span.from + before.length }, text: `; ${rightWords(place, entry)}${or.text}` }] }]
        : [],
    },
  );
  return null;
}

/** The text behind `own`, `their own`, `their Orders`, `own Orders`; null where none of them begins. */
function afterOwn(words: TextSpan, { name, plural }: EntityDraft): TextSpan | null {
  if (!beginsOwn.test(words.text)) return null;
  // The entity's names are compared by themselves: a pattern made for each entity takes far longer.
  const called = (rest: TextSpan): TextSpan | null => {
    const one = [plural, name].find((each) => beginsWith(rest.text, each));
    return one === undefined ? null : slice(rest, one.length);
  };
  const own = after(words, ownWords);
  if (own) return after(own, ownRecords) ?? called(own) ?? own;
  const theirs = after(words, theirWords);
  return theirs && called(theirs);
}

const ownWords = new RegExp(String.raw`(?:${pronoun}\s+)?own\b`, "i");
const theirWords = new RegExp(String.raw`${pronoun}\s+`, "i");
const ownRecords = /(?:ones?|records?|only)(?![\p{L}\p{N}])/iu;

/** Most conditions begin otherwise, and the expression above is made for each entity. */
const beginsOwn = new RegExp(String.raw`^(?:own\b|${pronoun}\s)`, "i");

/** `of my own firm`, `those of their firm`: the record's firm is the person's. Null for other words. */
function sameAsTheirs(ctx: PointCompiler, place: CellPlace, words: TextSpan): { expression: Expression; rest: TextSpan } | null | undefined {
  const found = ofTheirs.exec(words.text);
  const name = found && [...(ctx.drafts.get("user")?.fields.values() ?? [])].map((one) => one.name).find((one) => beginsWith(words.text.slice(found[0].length), one));
  if (!found || name === undefined || name === null) return null;
  const [one, more] = sameFields(ctx, place.draft, name);
  const length = found[0].length + name.length;
  const span = { ...words.span, to: words.span.from + length };
  if (one === undefined) return null;
  if (more !== undefined) {
    ctx.report("unknown-condition", span, `"${words.text.slice(0, length)}" doesn't say which field of ${place.draft.name} it is about.`, {
      hint: `Write the condition, as in \`where ${one}\`.`,
      fixes: [one, more].map((way) => ({ title: `Write "where ${way}"`, edits: [{ span, text: `where ${way}` }] })),
    });
    return undefined;
  }
  const what = `what ${place.role} may do with ${place.draft.name}`;
  return { expression: ctx.expression({ text: one, span }, { what, self: place.draft.name, expect: { kind: "boolean" } }), rest: slice(words, length) };
}

const beginsWith = (text: string, name: string): boolean => fold(text.slice(0, name.length)) === fold(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));

/** `that they placed themselves`: the field that holds who did it, `placed by`. Null for other words. */
function doneAt(ctx: PointCompiler, place: CellPlace, words: TextSpan): { expression: Expression; rest: TextSpan } | null | undefined {
  const found = /^(?:that|which)\s+they\s+(?:have\s+|had\s+)?(\p{L}+)(?:\s+themsel(?:ves|f))?(?=$|[\s,.])/iu.exec(words.text);
  if (!found) return null;
  const done = participles[fold(found[1]!)] ?? fold(found[1]!);
  const people = [...place.draft.fields.values()].filter(({ type }) => type.kind === "reference" && fold(type.entity) === "user").map(({ name }) => name);
  const field = people.find((name) => fold(name) === `${done} by`) ?? (/^(?:made|created)$/.test(done) ? "created by" : undefined);
  const span = { ...words.span, to: words.span.from + found[0].length };
  if (field === undefined) {
    ctx.report("unknown-condition", span, `"${found[0]}" doesn't say which field of ${place.draft.name} holds who did it.`, {
      hint: `Write the condition, as in \`where ${people[0] ?? "FIELD"} = me\`.`,
      fixes: people.slice(0, 3).map((name) => ({ title: `Write "where ${name} = me"`, edits: [{ span, text: `where ${name} = me` }] })),
    });
    return undefined;
  }
  const what = `what ${place.role} may do with ${place.draft.name}`;
  return { expression: ctx.expression({ text: `${field} = me`, span }, { what, self: place.draft.name, expect: { kind: "boolean" } }), rest: slice(words, found[0].length) };
}

/** Participles that aren't like the past: `that they wrote` is what is `written by` them. */
const participles: Readonly<Record<string, string>> = { wrote: "written", gave: "given", took: "taken", drew: "drawn", ran: "run" };

/** `unless closed`: the denial of one condition, with nothing behind it. */
function unlessAt(ctx: PointCompiler, place: CellPlace, words: TextSpan, entry: TextSpan): { expression: Expression; rest: TextSpan } | null {
  const denied = after(words, /unless\s+(?:(?:it is|they are)\s+)?/i);
  if (!denied) return null;
  const isBare = isNamed(place, denied) || place.draft.fields.get(fold(denied.text))?.type.kind === "yes/no";
  const stated = withWhile(place, denied);
  const read = readCondition(ctx, place, stated === denied && !isBare ? opened("where ", denied) : stated, entry);
  return read?.rest.text === "" ? { expression: negated(read.expression, entry), rest: read.rest } : null;
}

const opened = (opening: string, { text, span }: TextSpan): TextSpan => ({ text: `${opening}${text}`, span: { ...span, from: span.from - opening.length } });

/** A state alone, as `while` that state. */
export const withWhile = (place: CellPlace, words: TextSpan): TextSpan => (beginsWithState(place, words) && !isNamed(place, words) ? opened("while ", words) : words);

/** A yes/no field, or `not` one, where only a condition can stand: `while retired`, `delete not retired`. States and named conditions come first. */
function yesNoAt(ctx: PointCompiler, place: CellPlace, words: TextSpan): { expression: Expression; rest: TextSpan } | null {
  const name = namedAt(place, words.text) === null ? /^(?:not\s+)?(.+?)(?=$|\s+(?:and|own|where|when|if|while)\b)/i.exec(words.text) : null;
  const field = name && !place.draft.states.some((state) => fold(state) === fold(name[1]!)) ? place.draft.fields.get(fold(name[1]!)) : undefined;
  if (!name || field?.type.kind !== "yes/no") return null;
  const what = `what ${place.role} may do with ${place.draft.name}`;
  return { expression: ctx.expression(slice(words, 0, name[0].length), { what, self: place.draft.name, expect: { kind: "boolean" } }), rest: slice(words, name[0].length) };
}

/** What follows `while`, `while it is still in`; a state or a yes/no field may begin with these words itself, as "in force" does. */
function statesAfter(place: CellPlace, words: TextSpan): TextSpan | null {
  let rest = after(words, /(?:while|as long as|in state)\s+/i);
  while (rest && !beginsWithState(place, rest) && !beginsWithYesNo(place, rest)) {
    const shorter: TextSpan | null = after(rest, /(?:it is|they are|still|in)\s+/i);
    if (!shorter) break;
    rest = shorter;
  }
  return rest;
}

/** `open, closed`, `open / closed`, and `open/closed` where both are states. */
const statesListed = ({ draft }: CellPlace, words: TextSpan): readonly TextSpan[] =>
  split(words, ",/").flatMap((part) => {
    const parts = partsAt(part, /\//g);
    return parts.every(({ text }) => draft.states.some((state) => fold(state) === fold(text))) ? parts : [part];
  });

const beginsWithState = (place: CellPlace, { text }: TextSpan): boolean => place.draft.states.some((state) => fold(text).startsWith(fold(state)));

const beginsWithYesNo = (place: CellPlace, { text }: TextSpan): boolean =>
  [...place.draft.fields.values()].some(({ name, type }) => type.kind === "yes/no" && fold(text.replace(/^not\s+/i, "")).startsWith(fold(name)));

/** `until approved`: the states that come before it. */
function reportUntil(ctx: PointCompiler, place: CellPlace, words: TextSpan): boolean {
  const named = after(words, /(?:until|before|till)\s+(?:(?:it|he|she|they)\s+(?:is|are|has\s+been|have\s+been)\s+|being\s+)?/i);
  const { states } = place.draft;
  const at = named ? states.findIndex((state) => fold(state) === fold(named.text)) : -1;
  if (at < 0) return false;
  const form = `while ${states.slice(0, at).join(", ")}`;
  ctx.report("unknown-condition", words.span, `"${words.text}" isn't a condition.`, {
    hint: "Name the states in which the right holds, with `while`.",
    fixes: at === 0 ? [] : [{ title: `Write "${form}"`, edits: [{ span: words.span, text: form }] }],
  });
  return true;
}

/** `once it is approved`, `that has been approved`: only while it is approved, or in the states after that too. */
function reportSince(ctx: PointCompiler, place: CellPlace, words: TextSpan): boolean {
  const named = sinceState(words);
  const state = named && place.draft.states.find((one) => fold(one) === fold(named.text));
  if (!named || state === undefined || state === null) return false;
  const ways = [[state], statesSince(place.draft, state)].map((states) => `while ${states.join(", ")}`);
  ctx.report("unknown-condition", words.span, `"${words.text}" could mean only while it is ${state}, or also in the states after that.`, {
    hint: `Name the states: \`${ways[0]!}\`, or \`${ways[1]!}\`.`,
    fixes: ways.map((form) => ({ title: `Write "${form}"`, edits: [{ span: words.span, text: form }] })),
  });
  return true;
}

/** The state, where no other state can follow it. */
function onlySince(place: CellPlace, words: TextSpan): TextSpan | null {
  const named = sinceState(words);
  const state = named && place.draft.states.find((one) => fold(one) === fold(named.text));
  return state !== undefined && state !== null && statesSince(place.draft, state).length === 1 ? named : null;
}

const sinceState = (words: TextSpan): TextSpan | null =>
  after(
    words,
    /(?:(?:once|after|as soon as|if|when)\s+(?:it\s+has|they\s+have)\s+been|(?:once|after|as soon as)\s+(?:it\s+is|they\s+are)|(?:that|which)\s+(?:has|have)\s+been|once|after|since)\s+/i,
  );

/** `within 14 days`: since when isn't said. `within 14 days of creation` says it, but in no form that is read. */
function reportWithin(ctx: PointCompiler, place: CellPlace, words: TextSpan): boolean {
  const found =
    /^(?:only\s+)?(?:within|for|during)\s+(?:the\s+first\s+)?(\d+\s+(?:minutes?|hours?|days?|weeks?|months?|years?))(\s+(?:of|after|since|from)\s+(?:its\s+)?(?:creation|being\s+created|(?:it\s+)?was\s+created|created\s+at))?$/i.exec(
      words.text,
    );
  if (!found) return false;
  const since = (field: string): string => `where now() <= ${field} + ${found[1]!}`;
  const moments = found[2] === undefined ? [...place.draft.fields.values()].filter(({ type }) => type.kind === "date and time").map(({ name }) => name) : [];
  const fixes = ["created at", ...moments].slice(0, 3);
  ctx.report("unknown-condition", words.span, found[2] === undefined ? `"${words.text}" doesn't say since when.` : `"${words.text}" isn't a condition.`, {
    hint: `Name the moment, as in \`${since("created at")}\`, which counts from the creation of the record.`,
    fixes: [...new Set(fixes)].map((field) => ({ title: `Write "${since(field)}"`, edits: [{ span: words.span, text: since(field) }] })),
  });
  return true;
}

/** `own`, or a condition by its name, and nothing else than further conditions after it. */
const isNamed = (place: CellPlace, { text }: TextSpan): boolean => {
  const length = /^(?:not\s+)?own\b/i.exec(text)?.[0].length ?? namedAt(place, text)?.length;
  return length !== undefined && /^\s*(?:$|,|and\s|own\b|not\b|while\b|where\b)/i.test(text.slice(length)) && !/[=<>]/.test(text.slice(length).split(/\b(?:where|when|if)\b/i)[0]!);
};

const negated = (condition: Expression, { span }: TextSpan): Expression => ({
  kind: "call",
  function: "not",
  arguments: [condition],
  type: condition.type,
  nullable: condition.nullable,
  span,
});

/** The words of the entry's verb, to be repeated before another condition. */
const rightWords = (place: CellPlace, entry: TextSpan): string => {
  const length = allRights.exec(entry.text)?.[0].length ?? rightOf(place, entry)?.length ?? 0;
  return length === 0 ? "" : `${entry.text.slice(0, length)} `;
};

/** The offset at which another condition begins after the states of a `while`: `while open and own`. */
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
