/** Parses a condition about the present that doesn't name it: `after kick-off`, `not before starts on - 7 days`. */
import { isSign, parseSum, peek, type Reader } from "../syntax/reader.ts";
import { isKnown, knownNameAt, resolveName } from "../syntax/names.ts";
import type { Expression } from "../types/expression.ts";
import { isTemporal } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import { buildArithmetic } from "../typing/arithmetic.ts";
import { buildAnd } from "../typing/logic.ts";
import type { Sign } from "../words/comparison-words.ts";
import { compareWithNow } from "./phrases.ts";
import { parsePrimary } from "./primary.ts";

/** How the moment that follows compares with the present. */
const orders: readonly (readonly [words: string, sign: Sign])[] = [
  ["not before", "<="],
  ["not after", ">="],
  ["on or after", "<="],
  ["on or before", ">="],
  ["after", "<"],
  ["before", ">"],
];

/** `more than 24 hours before starts at`. */
const distances: readonly (readonly [words: string, far: boolean])[] = [
  ["more than", true],
  ["at least", true],
  ["less than", false],
];

/** `more than 24 hours before starts at` and the like, with `before` or `after`; undefined if it isn't said so. */
function parseDistance(r: Reader): Expression | undefined {
  const order = distances.find(([words]) => words.split(" ").every((word, i) => peek(r, i).text.toLowerCase() === word));
  if (!order || (peek(r, 2).kind !== "number" && !knownNameAt(r, (folded) => isKnown(r, folded), 2))) return undefined;
  r.at += 2;
  const length = parsePrimary(r);
  const side = peek(r).text.toLowerCase();
  if (!length.type.kind.endsWith("duration") || (side !== "before" && side !== "after")) return undefined;
  r.at++;
  const moment = parseSum(r);
  if (r.failed || !isTemporal(moment.type)) return undefined;
  const isBefore = side === "before";
  const limit = buildArithmetic(r, isBefore ? "-" : "+", moment, length);
  if (order[1]) return compareWithNow(r, isBefore ? ">" : "<", limit);
  return buildAnd(r, compareWithNow(r, isBefore ? "<" : ">", limit), compareWithNow(r, isBefore ? ">=" : "<=", moment));
}

export function parseNowInWords(r: Reader): Expression | undefined {
  const { at, failed } = r;
  const reported = r.diagnostics.length;
  const found = r.dynamic || resolveName(r, "?") ? undefined : (parseDistance(r) ?? parseOrder(r));
  if (found) return found;
  r.at = at;
  r.failed = failed;
  r.diagnostics.length = reported;
  return undefined;
}

function parseOrder(r: Reader): Expression | undefined {
  // In the cell of a decision table, the words compare its input.
  if (!/^(?:not|on|after|before)$/i.test(peek(r).text) || resolveName(r, fold(peek(r).text))) return undefined;
  const order = orders.find(([words]) => words.split(" ").every((word, i) => peek(r, i).text.toLowerCase() === word));
  const size = order?.[0].split(" ").length ?? 0;
  if (!order || isSign(peek(r, size), "(") || peek(r, size).kind === "end") return undefined;
  r.at += size;
  const moment = parseSum(r);
  return !r.failed && isTemporal(moment.type) ? compareWithNow(r, order[1], moment) : undefined;
}
