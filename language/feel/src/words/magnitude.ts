/** Parses `is positive`, `must not be negative`: how a number or an amount compares with zero. */
import type { Reader } from "../syntax/reader.ts";
import { spanSince } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
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
