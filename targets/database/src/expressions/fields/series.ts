/** Compiles ranges and `for i in a..b` to `generate_series`. */
import type { Expression, Type } from "@nonet/feel";
import { boundAs } from "../../scope/bound-values.ts";
import { compileAs } from "../../scope/coerce.ts";
import { type Scope, unsupported } from "../../scope/scope.ts";
import type { Rows } from "./row-source.ts";

/** The evaluator of `@nonet/feel` refuses longer lists too, which would only fill the memory. */
const maxSeries = 1_000_000;

/** Whole numbers or days from one end to the other, descending where the second is smaller. Missing or fractional ends have no list. */
export function series(s: Scope, low: Expression, high: Expression): Rows {
  const a = s.params.alias("s");
  const type: Type = low.type.kind === "date" ? low.type : { kind: "number", integer: true };
  const [l, h] = [compileAs(s, low, type), compileAs(s, high, type)];
  const missing = [low, high].flatMap((end, i): string[] => {
    const sql = i === 0 ? l : h;
    const fraction = type.kind === "number" && !(end.type.kind === "number" && end.type.integer) ? [`${sql} <> trunc(${sql})`] : [];
    return [...(end.nullable ? [`${sql} is null`] : []), ...fraction];
  });
  if (low.kind !== "literal" || high.kind !== "literal" || [low, high].some((end) => String(end.value).length > 6)) missing.push(`abs(${h} - ${l}) > ${maxSeries}`);
  const [from, to, step, value] =
    type.kind === "date"
      ? [`(${l})::timestamp`, `(${h})::timestamp`, `case when ${l} <= ${h} then interval '1 day' else interval '-1 day' end`, `${a}.v::date`]
      : [`(${l})::numeric`, `(${h})::numeric`, `case when ${l} <= ${h} then 1 else -1 end`, `${a}.v`];
  return {
    from: `generate_series(${from}, ${to}, ${step}) with ordinality ${a}(v, n)`,
    where: [],
    item: { kind: "value", sql: value!, type },
    type,
    order: `${a}.n`,
    ...(missing.length === 0 ? {} : { missing: missing.join(" or ") }),
  };
}

export function rangeRows(s: Scope, e: Expression & { kind: "range" }): Rows {
  if (!e.low || !e.high) return unsupported("a range without ends as a list");
  const rows = series(s, e.low, e.high);
  const type = rows.type;
  const ends = [e.lowClosed ? [] : [e.low], e.highClosed ? [] : [e.high]].flat().map((end) => `${boundAs(s, rows.item, type)} <> ${compileAs(s, end, type)}`);
  return { ...rows, where: ends };
}
