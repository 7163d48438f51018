/** Builds `is empty` and `is given`, and the negation of a condition in words. */
import { type Reader, spanSince } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { boolean, string } from "../types/relations.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildComparison } from "../typing/comparison.ts";
import { buildOr } from "../typing/logic.ts";

export const empty = ["empty", "missing", "blank", "not set", "not filled in", "not given", "unset", "not there", "not attached", "not uploaded"];
export const filled = ["not empty", "not missing", "not blank", "set", "filled in", "filled", "given", "present", "there", "attached", "uploaded"];

export function isNull(r: Reader, value: Expression, from: number): Expression {
  const place = spanSince(r, from);
  return { ...buildComparison(r, "=", value, { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: place }), span: place };
}

/** A text is empty if it has no characters, a list if it has no elements. */
export function isEmpty(r: Reader, value: Expression, from: number): Expression {
  const place = spanSince(r, from);
  if (value.type.kind === "list") {
    const count = buildBuiltin(r, "count", [{ value }], place, place);
    return buildComparison(r, "=", count, { kind: "literal", value: "0", type: { kind: "number", integer: true }, nullable: false, span: place });
  }
  const none = isNull(r, value, from);
  if (value.type.kind !== "string" || value.type.choices) return none;
  const text: Expression = { kind: "literal", value: "", type: string, nullable: false, span: place };
  return { ...buildOr(r, none, buildComparison(r, "=", value, text)), span: place };
}

export function negated(r: Reader, of: Expression, from: number): Expression {
  const place = spanSince(r, from);
  if (of.kind === "binary" && of.operator === "=") return { ...of, operator: "!=", span: place };
  // `not (a or b)` as `not a and not b`, from which it follows that neither is null.
  if (of.kind === "binary" && of.operator === "or")
    return { kind: "binary", operator: "and", left: negated(r, of.left, from), right: negated(r, of.right, from), type: boolean, nullable: of.nullable, span: place };
  return of.kind === "hole" ? of : buildBuiltin(r, "not", [{ value: of }], place, place);
}
