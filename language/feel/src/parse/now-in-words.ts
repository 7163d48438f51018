/** Parses a condition about the present that doesn't name it: `after kick-off`, `not before starts on - 7 days`. */
import { isSign, parseSum, peek, type Reader } from "../syntax/reader.ts";
import { resolveName } from "../syntax/names.ts";
import type { Expression } from "../types/expression.ts";
import { isTemporal } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Sign } from "./comparison-words.ts";
import { compareWithNow } from "./phrases.ts";

/** How the moment that follows compares with the present. */
const orders: readonly (readonly [words: string, sign: Sign])[] = [
  ["not before", "<="],
  ["not after", ">="],
  ["on or after", "<="],
  ["on or before", ">="],
  ["after", "<"],
  ["before", ">"],
];

export function parseNowInWords(r: Reader): Expression | undefined {
  // In the cell of a decision table, the words compare its input.
  if (r.dynamic || !/^(?:not|on|after|before)$/i.test(peek(r).text) || resolveName(r, "?") || resolveName(r, fold(peek(r).text))) return undefined;
  const order = orders.find(([words]) => words.split(" ").every((word, i) => peek(r, i).text.toLowerCase() === word));
  const size = order?.[0].split(" ").length ?? 0;
  if (!order || isSign(peek(r, size), "(") || peek(r, size).kind === "end") return undefined;
  const { at, failed } = r;
  const reported = r.diagnostics.length;
  r.at += size;
  const moment = parseSum(r);
  if (!r.failed && isTemporal(moment.type)) return compareWithNow(r, order[1], moment);
  r.at = at;
  r.failed = failed;
  r.diagnostics.length = reported;
  return undefined;
}
