/** Parses `is positive`, `must not be negative`, `is a whole number`, `is a multiple of 15`: what kind of number a number or an amount is. */
import { parseSum, type Reader, spanSince } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildComparison } from "../typing/comparison.ts";
import type { Sign } from "./comparison-words.ts";

const signs: readonly (readonly [words: string, sign: Sign, denied: Sign])[] = [
  ["positive", ">", "<="],
  ["negative", "<", ">="],
  ["nonnegative", ">=", "<"],
];
const nouns = ["", " number", " amount", " value"];

/** `takes` consumes words that say it of the value. */
export function parseMagnitude(r: Reader, value: Expression, takes: (words: string) => boolean, from: number): Expression | undefined {
  if (value.type.kind !== "number" && value.kind !== "hole") return undefined;
  const shape = parseWhole(r, value, takes, from) ?? parseMultiple(r, value, takes, from);
  if (shape) return shape;
  for (const [word, sign, denied] of signs)
    for (const noun of [...nouns].reverse()) {
      const words = noun === "" ? word : `a ${word}${noun}`;
      const found = takes(`not ${words}`) ? denied : takes(words) ? sign : undefined;
      if (found === undefined) continue;
      const place = spanSince(r, from);
      const zero: Expression = { kind: "literal", value: "0", type: { kind: "number", integer: true }, nullable: false, span: place };
      return { ...buildComparison(r, found, value, zero), span: place };
    }
  return undefined;
}

function parseWhole(r: Reader, value: Expression, takes: (words: string) => boolean, from: number): Expression | undefined {
  const words = ["a whole number", "an integer", "whole"];
  const found = words.some((one) => takes(`not ${one}`)) ? "!=" : words.some(takes) ? "=" : undefined;
  if (found === undefined) return undefined;
  const place = spanSince(r, from);
  return { ...buildComparison(r, found, value, buildBuiltin(r, "floor", [{ value }], place, place)), span: place };
}

function parseMultiple(r: Reader, value: Expression, takes: (words: string) => boolean, from: number): Expression | undefined {
  const words = ["a multiple of", "divisible by"];
  const found = words.some((one) => takes(`not ${one}`)) ? "!=" : words.some(takes) ? "=" : undefined;
  if (found === undefined) return undefined;
  const divisor = parseSum(r);
  const place = spanSince(r, from);
  const rest = buildBuiltin(r, "modulo", [{ value }, { value: divisor }], place, place);
  const zero: Expression = { kind: "literal", value: "0", type: { ...value.type }, nullable: false, span: place };
  return { ...buildComparison(r, found, rest, zero), span: place };
}
