/** Compares the time of day of a moment: `starts at is before 18:00`, `now is between 22:00 and 06:00`. It is the local time in the product's zone. */
import { cover, type Reader } from "../../syntax/reader.ts";
import type { Expression } from "../../types/expression.ts";
import { buildOr } from "../../typing/logic.ts";
import { buildBuiltin } from "../../typing/call.ts";
import { buildBetween, buildComparison } from "../../typing/comparison.ts";

/** The value's time of day where it is compared with one; otherwise the value. */
export function asClock(r: Reader, value: Expression, other: Expression): Expression {
  if (r.dynamic || other.type.kind !== "time" || value.type.kind !== "date and time") return value;
  return buildBuiltin(r, "time", [{ value }], value.span, value.span);
}

/** Between two ends; of times of day, past midnight if the first is the later one. */
export function buildBetweenClocks(r: Reader, value: Expression, low: Expression, high: Expression): Expression {
  const given = asClock(r, value, low);
  const isOvernight = given.type.kind === "time" && low.kind === "literal" && high.kind === "literal" && String(low.value) > String(high.value);
  if (!isOvernight) return buildBetween(r, given, low, high);
  return { ...buildOr(r, buildComparison(r, ">=", given, low), buildComparison(r, "<=", given, high)), span: cover(value.span, high.span) };
}
