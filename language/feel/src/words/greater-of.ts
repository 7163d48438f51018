/** Parses `the greater of a and b`, `the earliest of a, b and c`: the extreme of single values. */
import { accept, hole, isWord, parseSum, peek, type Reader, spanSince } from "../syntax/reader.ts";
import { scopeNameAt } from "../syntax/names.ts";
import type { Expression } from "../types/expression.ts";
import { buildBuiltin } from "../typing/call.ts";

const greatest = /^(?:greater|greatest|larger|largest|higher|highest|bigger|biggest|later|latest|maximum|max)$/i;
const least = /^(?:lesser|least|smaller|smallest|lower|lowest|earlier|earliest|minimum|min)$/i;

/** The value at the current token, consumed; undefined if the words are others. */
export function parseGreaterOf(r: Reader): Expression | undefined {
  const article = Number(/^the$/i.test(peek(r).text));
  const { text } = peek(r, article);
  const name = greatest.test(text) ? "max" : least.test(text) ? "min" : undefined;
  if (r.dynamic || name === undefined || peek(r, article + 1).text !== "of" || (scopeNameAt(r)?.tokens ?? 0) > 1) return undefined;
  const { at, failed } = r;
  const reported = r.diagnostics.length;
  const { from } = peek(r);
  r.at += article + 2;
  const values = [parseSum(r)];
  // The first `and` ends the list: what follows may be the next condition.
  let isWhole = false;
  while (!isWhole && !r.failed && (accept(r, ",") || isWord(peek(r), "and"))) {
    isWhole = accept(r, "and");
    values.push(parseSum(r));
  }
  const place = spanSince(r, from);
  if (!r.failed && isWhole && values.every(({ kind, type }) => kind !== "hole" && type.kind !== "list" && type.kind !== "boolean"))
    return buildBuiltin(
      r,
      name,
      values.map((value) => ({ value })),
      place,
      place,
    );
  // With a first value the form is certain, so the mistakes of the others are reported.
  if (!r.failed && isWhole && values[0]!.kind !== "hole" && values.some(({ kind }) => kind === "hole") && r.diagnostics.length > reported) return hole(place);
  r.at = at;
  r.failed = failed;
  r.diagnostics.length = reported;
  return undefined;
}
