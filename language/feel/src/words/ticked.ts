/** Parses `is ticked`, `is not checked`: whether a yes/no field is yes. */
import { type Reader, spanSince } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { boolean } from "../types/relations.ts";
import { buildComparison } from "../typing/comparison.ts";

const yes = ["ticked", "checked", "ticked off", "switched on", "turned on"];
const no = ["unticked", "unchecked", "switched off", "turned off"];

/** `takes` consumes words that say it of the value. */
export function parseTicked(r: Reader, value: Expression, takes: (words: string) => boolean, from: number): Expression | undefined {
  const isNot = [...no, ...yes.map((words) => `not ${words}`)].some(takes);
  if (!isNot && !yes.some(takes)) return undefined;
  const place = spanSince(r, from);
  return { ...buildComparison(r, isNot ? "!=" : "=", value, { kind: "literal", value: true, type: boolean, nullable: false, span: place }), span: place };
}
