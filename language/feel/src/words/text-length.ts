/** Parses `is at least 3 characters long`, `has at most 30 characters`, `is longer than 5 characters`: the length of a text. */
import { accept, isSign, peek, type Reader, spanSince } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildBetween, buildComparison } from "../typing/comparison.ts";
import { comparisons, type Order, type Sign } from "./comparison-words.ts";
import { takeVerb } from "./copula.ts";
import { countOf } from "../syntax/number-words.ts";
import { take } from "./take.ts";

const orders: readonly Order[] = [...comparisons, ["no longer than", "<="], ["no shorter than", ">="], ["longer than", ">"], ["shorter than", "<"], ["exactly", "="]];

const opposites: Readonly<Record<Sign, Sign>> = { "=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">" };

/** After `is`, `must be` or `has`, consumed; undefined if the value is no text or no number of characters follows. */
export function parseTextLength(r: Reader, value: Expression, from: number, isDenied = false): Expression | undefined {
  if (value.kind !== "hole" && (value.type.kind !== "string" || value.type.choices)) return undefined;
  const { at } = r;
  const order = orders.find(([words]) => take(r, words));
  const isRange = !order && take(r, "between");
  const low = countAt(r);
  const high = low && !order && (isRange ? accept(r, "and") : isSign(peek(r), "-") ? ++r.at > 0 : accept(r, "to")) ? countAt(r) : undefined;
  if (!low || (isDenied && !order) || (isRange && !high) || !/^characters?$/.test(peek(r).text)) {
    r.at = at;
    return undefined;
  }
  r.at++;
  if (!take(r, "long")) take(r, "in length");
  const place = spanSince(r, from);
  const length = buildBuiltin(r, "string length", [{ value }], place, value.span);
  return { ...(high ? buildBetween(r, length, low, high) : buildComparison(r, isDenied ? opposites[order![1]] : (order?.[1] ?? "="), length, low)), span: place };
}

/** A number in digits or words. */
function countAt(r: Reader): Expression | undefined {
  const { kind, text, from } = peek(r);
  if (kind === "number" || countOf(text) >= 0) {
    r.at++;
    const digits = kind === "number" ? text : String(countOf(text));
    return { kind: "literal", value: digits, type: { kind: "number", integer: /^\d+$/.test(digits) }, nullable: false, span: spanSince(r, from) };
  }
  return undefined;
}

const startsLength = /^(?:exceeds|contains|has|does|doesn|must|mustn|may|shall|should|can|cannot)$/;

/** `does not exceed 500 characters`, `contains at least 10 characters`, consumed; undefined if no number of characters follows. */
export function parseLengthVerb(r: Reader, value: Expression, from: number): Expression | undefined {
  if (value.type.kind !== "string" || !startsLength.test(peek(r).text)) return undefined;
  const { at } = r;
  const exceeds = takeVerb(r, "exceed", "exceeds");
  const limit = exceeds && countAt(r);
  if (limit && (take(r, "characters") || take(r, "character"))) {
    const place = spanSince(r, from);
    return { ...buildComparison(r, exceeds.not ? "<=" : ">", buildBuiltin(r, "string length", [{ value }], place, value.span), limit), span: place };
  }
  r.at = at;
  const contains = takeVerb(r, "contain", "contains") ?? takeVerb(r, "have", "has");
  const found = contains && !contains.not ? parseTextLength(r, value, from) : undefined;
  if (!found) r.at = at;
  return found;
}
