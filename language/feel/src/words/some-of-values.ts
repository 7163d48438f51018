/** Parses what is demanded of several values together: `exactly one of email and phone is given`, `both dates … are set`. */
import { accept, parseSum, peek, type Reader, spanSince } from "../syntax/reader.ts";
import { isKnown, knownNameAt } from "../syntax/names.ts";
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
  if (r.dynamic || knownNameAt(r, (folded) => isKnown(r, folded))) return undefined;
  const { at, failed } = r;
  const reported = r.diagnostics.length;
  const { from } = peek(r);
  const quantity = quantities.find(([words]) => take(r, words));
  const said = quantity && !takeList(r) ? conditions(r, from) : undefined;
  if (quantity && said && !r.failed) return { ...quantity[1](r, said), span: spanSince(r, from) };
  r.at = at;
  r.failed = failed;
  r.diagnostics.length = reported;
  return undefined;
}

/** `at least one of its lines is …` is about the records of a list. */
const takeList = (r: Reader): boolean => /^(?:its|their)$/.test(peek(r).text);

/** The condition of each value; undefined if the words are others. */
function conditions(r: Reader, from: number): readonly Expression[] | undefined {
  const values = [parseSum(r)];
  while (values.length <= most && !r.failed && (accept(r, ",") || accept(r, "and") || accept(r, "or"))) {
    if (!accept(r, "and")) accept(r, "or");
    values.push(parseSum(r));
  }
  if (values.length < 2 || values.length > most || values.some(({ kind, type }) => kind === "hole" || type.kind === "list")) return undefined;
  // Of yes and no, `is given` could mean `is yes`.
  if (values.some(({ type }) => type.kind === "boolean")) return undefined;
  if (!copulas.some((words) => take(r, words))) return undefined;
  const isGiven = filled.some((words) => take(r, words));
  if (!isGiven && !empty.some((words) => take(r, words))) return undefined;
  return values.map((value) => (isGiven ? negated(r, isEmpty(r, value, from), from) : isEmpty(r, value, from)));
}
