/** Compiles FEEL's aggregates over lists: `count`, `sum`, `min`, `all`, … PostgreSQL computes them without building the list. */
import type { Expression, Type } from "@nonet/feel";
import { sqlType } from "../../columns/column-type.ts";
import { boundAs } from "../../scope/bound-values.ts";
import { convert, whereText } from "../../scope/coerce.ts";
import { type Scope, unsupported } from "../../scope/scope.ts";
import { number } from "../../scope/type-kinds.ts";
import { itemSql, type Rows, unlessMissing } from "../fields/row-source.ts";
import { rowsOf } from "../fields/rows.ts";
import { type Call, compileListShape } from "./list-calls.ts";

/** Undefined for other functions than those over lists. */
export function compileListCall(s: Scope, e: Call): string | undefined {
  const [list, ...rest] = e.arguments;
  if (!list) return undefined;
  const over = (aggregate: (item: string, rows: Rows) => string, wanted?: Type): string => {
    const rows = rowsOf(s, list);
    return unlessMissing(
      rows,
      e.function === "count"
        ? `(select ${aggregate("", rows)} from ${rows.from}${whereText(rows.where)})`
        : aggregated(s, rows, wanted ? boundAs(s, rows.item, wanted) : itemSql(s, rows), (v) => aggregate(v, rows)),
    );
  };
  const duration = list.type.kind === "list" && list.type.of.kind.endsWith("duration");
  const finish = (sql: string, from: Type): string => convert(s, sql, from, e.type);
  switch (e.function) {
    case "count":
      return over(() => "count(*)::numeric");
    case "sum":
      return duration
        ? over((v) => `coalesce(sum(${v}), interval '0')`)
        : finish(
            over((v) => unlessNull(v, `nonet.fit(coalesce(sum(${v}), 0))`), number),
            number,
          );
    case "min":
    case "max":
      return extreme(s, e, list);
    case "mean":
      return finish(
        over((v) => unlessNull(v, `nonet.divide(sum(${v}), count(${v}))`), number),
        number,
      );
    case "median":
      return finish(over(medianOf, number), number);
    case "stddev":
      return over((v) => unlessNull(v, `nonet.deviation(count(${v}), sum(${v}), sum(${v} * ${v}))`), number);
    case "mode":
      return modeOf(s, list);
    case "product":
      return productOf(s, list);
    case "all":
      return over((v) => `case when not bool_and(${v}) then false when bool_or(${v} is null) then null else true end`, { kind: "boolean" });
    case "any":
      return over((v) => `case when bool_or(${v}) then true when bool_or(${v} is null) then null else false end`, { kind: "boolean" });
    default:
      return compileListShape(s, e, list, rest);
  }
}

const medianOf = (v: string): string =>
  `case when count(*) <> count(${v}) then null when count(${v}) % 2 = 1 then (percentile_disc(0.5) within group (order by ${v}))::numeric else nonet.divide((array_agg(${v} order by ${v}))[count(${v}) / 2] + (array_agg(${v} order by ${v}))[count(${v}) / 2 + 1], 2) end`;

/** All values that occur most often. */
function modeOf(s: Scope, list: Expression): string {
  const rows = rowsOf(s, list);
  const m = s.params.alias("d");
  return unlessMissing(
    rows,
    `(select case when bool_or(v is null) then null else coalesce(array_agg(v order by v) filter (where k = 1), '{}') end from (select v, rank() over (order by count(*) desc) k from (select ${boundAs(s, rows.item, number)} v from ${rows.from}${whereText(rows.where)}) x group by v) ${m})`,
  );
}

/** PostgreSQL has no product aggregate: a recursive query multiplies the array's elements. */
function productOf(s: Scope, list: Expression): string {
  const [a, f] = [s.params.alias("a"), s.params.alias("f")];
  const rows = rowsOf(s, list);
  return unlessMissing(
    rows,
    `(with recursive ${a}(v) as (select array(select ${boundAs(s, rows.item, number)} from ${rows.from}${whereText(rows.where)}${rows.order ? ` order by ${rows.order}` : ""})), ${f}(n, p) as (select 0, 1::numeric union all select n + 1, nonet.fit(p * ${a}.v[n + 1]) from ${f}, ${a} where n < cardinality(${a}.v)) select case when n = 0 then null else p end from ${f} order by n desc limit 1)`,
  );
}

/** An aggregate over the items. An item that is more than a column is computed once per row, however often the aggregate uses it. */
function aggregated(s: Scope, rows: Rows, item: string, aggregate: (v: string) => string): string {
  if (item.length <= 60 && !item.includes("(select")) return `(select ${aggregate(item)} from ${rows.from}${whereText(rows.where)})`;
  const q = s.params.alias("q");
  return `(select ${aggregate(`${q}.v`)} from (select ${item} as v from ${rows.from}${whereText(rows.where)} offset 0) ${q})`;
}

/** Null where one of the elements is null. */
export const unlessNull = (v: string, sql: string): string => `case when count(*) = count(${v}) then ${sql} end`;

function extreme(s: Scope, e: Call, list: Expression): string {
  const rows = rowsOf(s, list);
  const loose = sqlType(rows.type) === "jsonb";
  if (loose && list.kind === "list" && list.items.length > 0) return unsupported(`${e.function} of values of several kinds`);
  const type = loose ? number : rows.type;
  if (type.kind === "boolean") return unsupported(`${e.function} of yes/no values`);
  if (type.kind === "list" || type.kind === "record") return unsupported(`${e.function} of records or lists`);
  const item = boundAs(s, rows.item, type);
  // A day and 24 hours compare equal, but differ when added to an instant: the first of them is returned.
  if (type.kind === "days and time duration") {
    const q = s.params.alias("q");
    const first = `(array_agg(${q}.v order by ${q}.v${e.function === "max" ? " desc" : ""}, ${q}.n))[1]`;
    const numbered = `select ${item} as v, row_number() over (${rows.order ? `order by ${rows.order}` : ""}) as n from ${rows.from}${whereText(rows.where)}`;
    return convert(s, unlessMissing(rows, `(select ${unlessNull(`${q}.v`, first)} from (${numbered}) ${q})`), type, e.type);
  }
  const sql = aggregated(s, rows, item, (v) => unlessNull(v, `${e.function}(${v}${type.kind === "string" ? ' collate "C"' : ""})${defaultCollation(type)}`));
  return convert(s, unlessMissing(rows, sql), type, e.type);
}

/** The result gets the default collation back: `upper` and `lower` under "C" only know the 26 letters. */
const defaultCollation = (type: Type): string => (type.kind === "string" ? ' collate "default"' : "");
