/** Parses what is demanded of several values together: `exactly one of email and phone is given`, `both dates … are set`. */
import { accept, hole, parseSum, peek, type Reader, replaceBy, report, spanSince, textOf } from "../syntax/reader.ts";
import { scopeNameAt } from "../syntax/names.ts";
import type { Expression } from "../types/expression.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildAnd, buildOr } from "../typing/logic.ts";
import { empty, filled, isEmpty, negated } from "./emptiness.ts";
import { take } from "./take.ts";

type Builds = (r: Reader, conditions: readonly Expression[]) => Expression;

const all: Builds = (r, conditions) => conditions.reduce((left, right) => buildAnd(r, left, right));
const some: Builds = (r, conditions) => conditions.reduce((left, right) => buildOr(r, left, right));
const not = (r: Reader, value: Expression): Expression => buildBuiltin(r, "not", [{ value }], value.span, value.span);
/** No two hold. */
const atMostOne: Builds = (r, conditions) =>
  all(
    r,
    conditions.flatMap((one, i) => conditions.slice(i + 1).map((other) => not(r, buildAnd(r, one, other)))),
  );

/** How many of the values. Longer ones come first. */
const quantities: readonly (readonly [words: string, builds: Builds])[] = [
  ["exactly one of", (r, conditions) => buildAnd(r, some(r, conditions), atMostOne(r, conditions))],
  ["only one of", (r, conditions) => buildAnd(r, some(r, conditions), atMostOne(r, conditions))],
  ["at least one of", some],
  ["one or more of", some],
  ["at most one of", atMostOne],
  ["not more than one of", atMostOne],
  ["no more than one of", atMostOne],
  ["neither", (r, conditions) => not(r, some(r, conditions))],
  ["none of", (r, conditions) => not(r, some(r, conditions))],
  ["all of", all],
  ["each of", all],
  ["both of", all],
  ["both", all],
];
const copulas = ["must always be", "must be", "has to be", "have to be", "is", "are", "was", "were"];
const most = 6;

/** The condition at the current token, consumed; undefined if there is none. */
export function parseSomeOfValues(r: Reader): Expression | undefined {
  if (r.dynamic) return undefined;
  if (scopeNameAt(r) || (/^(?:the|its)$/i.test(peek(r).text) && scopeNameAt(r, 1))) return joined(r);
  const { at, failed, items } = r;
  const reported = r.diagnostics.length;
  const { from } = peek(r);
  const quantity = quantities.find(([words]) => take(r, words));
  const isUnclear = !quantity && ["either", "one of"].some((words) => take(r, words));
  const said = (quantity || isUnclear) && !takeList(r) ? conditions(r, from) : undefined;
  if (isUnclear && said && !r.failed) return reportUnclear(r, from);
  if (quantity && said && !r.failed) return { ...quantity[1](r, said), span: spanSince(r, from) };
  r.at = at;
  Object.assign(r, { failed, items });
  r.diagnostics.length = reported;
  return undefined;
}

/** `either email or phone is given`: one of them, or one or both. */
function reportUnclear(r: Reader, from: number): Expression {
  const place = spanSince(r, from);
  const rest = textOf(r, place)
    .replace(/^(?:either|one of) /i, "")
    .replace(/ or /, " and ");
  const forms = ["at least one of", "exactly one of"].map((words) => `${words} ${rest}`);
  report(r, "impossible-comparison", place, `"${textOf(r, place)}" doesn't say whether both may be.`, {
    hint: `Write \`${forms.join("` or `")}\`.`,
    fixes: forms.map((form) => replaceBy(place, form)),
  });
  return hole(place);
}

/** Whether names joined by `and` or `or` stand there, before a verb: `email, phone or fax is`. */
function joinsNames(r: Reader): boolean {
  if (!saysOfValues(r)) return false;
  let ahead = 0;
  for (let names = 0; names <= most; names++) {
    if (/^(?:the|its)$/.test(peek(r, ahead).text)) ahead++;
    const name = scopeNameAt(r, ahead);
    if (!name) return false;
    ahead += name.tokens;
    if (names > 0 && /^(?:is|are|was|were|must|has|have)$/.test(peek(r, ahead).text)) return true;
    if (!/^(?:and|or|,)$/.test(peek(r, ahead).text)) return false;
    ahead++;
    if (peek(r, ahead - 1).text === "," && /^(?:and|or)$/.test(peek(r, ahead).text)) ahead++;
  }
  return false;
}

/** Whether a joiner and a word such as `given` follow somewhere, which is quickly seen. */
function saysOfValues(r: Reader): boolean {
  let isJoined = false;
  for (let ahead = 1; ahead < mostAhead; ahead++) {
    const { kind, text } = peek(r, ahead);
    if (kind === "end") return false;
    isJoined ||= text === "and" || text === "or";
    if (isJoined && ends.has(text)) return true;
  }
  return false;
}

const mostAhead = 40;
/** The last words of conditions on several values. */
const ends: ReadonlySet<string> = new Set([...empty, ...filled].map((words) => words.split(" ").at(-1)!));

/** `email or phone is given`, `starts on and ends on are given`. */
function joined(r: Reader): Expression | undefined {
  if (!joinsNames(r)) return undefined;
  const { at, failed, items } = r;
  const reported = r.diagnostics.length;
  const { from } = peek(r);
  const said = conditions(r, from);
  const joiners = new Set(r.tokens.slice(at, r.at).flatMap(({ kind, text }) => (kind === "word" && (text === "and" || text === "or") ? [text] : [])));
  if (said && !r.failed && joiners.size === 1) return { ...(joiners.has("or") ? some : all)(r, said), span: spanSince(r, from) };
  r.at = at;
  if (!r.failed) r.diagnostics.length = reported;
  const whole = r.failed ? undefined : allOrNone(r, from);
  if (whole && !r.failed) return whole;
  r.at = at;
  Object.assign(r, { failed, items });
  r.diagnostics.length = reported;
  return undefined;
}

/** `at least one of its lines is …` is about the records of a list. */
const takeList = (r: Reader): boolean => /^(?:its|their)$/.test(peek(r).text);

const together = ["both", "all"];

/** `email and phone are either both given or both empty`: all of them or none; `email and phone are both given`. */
function allOrNone(r: Reader, from: number): Expression | undefined {
  const { at } = r;
  const values = valuesOf(r);
  if (!values || r.tokens.slice(at, r.at).some(({ text }) => text === "or")) return undefined;
  const isEither = take(r, "either");
  if (!together.some((words) => take(r, words)) || !filled.some((words) => take(r, words))) return undefined;
  const given = values.map((value) => negated(r, isEmpty(r, value, from), from));
  if (!accept(r, "or")) return isEither ? undefined : { ...all(r, given), span: spanSince(r, from) };
  if (!["neither", "none"].some((words) => take(r, words))) {
    together.some((words) => take(r, words));
    if (![...empty, ...filled.map((words) => `not ${words}`)].some((words) => take(r, words))) return undefined;
  }
  return { ...buildOr(r, all(r, given), not(r, some(r, given))), span: spanSince(r, from) };
}

/** The condition of each value; undefined if the words are others. */
function conditions(r: Reader, from: number): readonly Expression[] | undefined {
  const values = valuesOf(r);
  if (!values) return undefined;
  const isGiven = filled.some((words) => take(r, words));
  if (!isGiven && !empty.some((words) => take(r, words))) return undefined;
  return values.map((value) => (isGiven ? negated(r, isEmpty(r, value, from), from) : isEmpty(r, value, from)));
}

/** The values of which something is said, and their verb, consumed; undefined if the words are others. */
function valuesOf(r: Reader): readonly Expression[] | undefined {
  const values = [parseSum(r)];
  while (values.length <= most && !r.failed && (accept(r, ",") || accept(r, "and") || accept(r, "or") || accept(r, "nor"))) {
    if (!accept(r, "and")) accept(r, "or");
    values.push(parseSum(r));
  }
  if (values.length < 2 || values.length > most || values.some(({ kind, type }) => kind === "hole" || type.kind === "list")) return undefined;
  // Of yes and no, `is given` could mean `is yes`.
  if (values.some(({ type }) => type.kind === "boolean")) return undefined;
  return copulas.some((words) => take(r, words)) ? values : undefined;
}
