/** Parses multiples of a value: `twice the fee`, `half of the deposit`, `double the limit`. */
import { scopeNameAt } from "../syntax/names.ts";
import { peek, type Reader, spanSince } from "../syntax/reader.ts";
import type { BinaryOperator, Expression } from "../types/expression.ts";
import { buildArithmetic } from "../typing/arithmetic.ts";
import { take } from "./take.ts";

const factors: readonly (readonly [words: string, operator: BinaryOperator, by: string])[] = [
  ["twice", "*", "2"],
  ["double", "*", "2"],
  ["triple", "*", "3"],
  ["half of", "/", "2"],
  ["half", "/", "2"],
];

/** The value, consumed; undefined if no such word is next, or if a name begins with it. `operand` reads what is multiplied. */
export function parseFactor(r: Reader, operand: (r: Reader) => Expression): Expression | undefined {
  if (r.dynamic || peek(r).kind !== "word" || (peek(r, 1).kind !== "word" && peek(r, 1).kind !== "number")) return undefined;
  if (!/^(?:twice|double|triple|half)$/i.test(peek(r).text) || scopeNameAt(r)) return undefined;
  const { from } = peek(r);
  const found = factors.find(([words]) => take(r, words));
  if (!found) return undefined;
  const place = spanSince(r, from);
  const by: Expression = { kind: "literal", value: found[2], type: { kind: "number", integer: true }, nullable: false, span: place };
  return { ...buildArithmetic(r, found[1], operand(r), by), span: spanSince(r, from) };
}
