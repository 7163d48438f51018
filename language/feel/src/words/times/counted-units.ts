/** Parses a length of time whose number is computed: `lead working days`, `(if urgent then 2 else 10) working days`, `terms.months months`. */
import { workingUnitAt } from "../../syntax/names.ts";
import { peek, type Reader, report, spanOf, spanSince } from "../../syntax/reader.ts";
import type { Expression } from "../../types/expression.ts";
import { days, months } from "../../types/relations.ts";
import { isPlain } from "../../types/units.ts";
import { buildArithmetic } from "../../typing/arithmetic.ts";

const units: Readonly<Record<string, string>> = { second: "PT1S", minute: "PT1M", hour: "PT1H", day: "P1D", week: "P7D", month: "P1M", year: "P1Y" };

/** The number with the unit behind it, which is consumed; undefined if none follows, or if the value is no plain number. */
export function parseUnitBehind(r: Reader, value: Expression, from: number): Expression | undefined {
  if (r.dynamic || value.type.kind !== "number" || !isPlain(value.type) || value.kind === "literal" || peek(r).kind !== "word") return undefined;
  const working = workingUnitAt(r, 0);
  const name = (working === undefined ? peek(r).text : working).toLowerCase().replace(/s$/, "");
  if (!Object.hasOwn(units, name)) return undefined;
  const begin = peek(r).from;
  r.at += working === undefined ? 1 : 2;
  const place = spanOf(r, begin, r.tokens[r.at - 1]!.to);
  if (working !== undefined && value.type.integer !== true)
    report(r, "invalid-literal", value.span, "Working days and hours are counted in whole numbers.", { hint: "Make it an `integer`, or round it: `round up(…, 0)`." });
  const of = name === "month" || name === "year" ? months : days;
  const type = working === undefined ? of : { ...days, working };
  const one: Expression = { kind: "literal", type, value: units[name]!, nullable: false, span: place };
  return { ...buildArithmetic(r, "*", value, one), span: spanSince(r, from) };
}
