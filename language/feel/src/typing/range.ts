/** Builds ranges, and checks that both ends have the same ordered type. */
import type { Span } from "@nonet/source";
import { type Reader, report } from "../syntax/reader.ts";
import { describe } from "../types/describe.ts";
import type { Expression } from "../types/expression.ts";
import { any, comparable, isOrdered, join } from "../types/relations.ts";

export function buildRange(r: Reader, low: Expression | null, high: Expression | null, lowClosed: boolean, highClosed: boolean, place: Span): Expression {
  const ends = [low, high].filter((end) => end !== null);
  let of = ends.map((end) => end.type).reduce(join, { kind: "null" });
  const unordered = ends.find((end) => !isOrdered(end.type));
  if (unordered) {
    report(r, "type-mismatch", unordered.span, `A range needs values that have an order, but this is ${describe(unordered.type)}.`);
    of = any;
  } else if (low && high && !comparable(low.type, high.type)) {
    report(r, "type-mismatch", place, `Both ends of a range must have the same type, but these are ${describe(low.type)} and ${describe(high.type)}.`);
    of = any;
  }
  return { kind: "range", low, high, lowClosed, highClosed, type: { kind: "range", of: of.kind === "null" ? any : of }, nullable: false, span: place };
}
