/** Compiles FEEL's functions over lists; those that count or add up never bring a whole table into memory. */
import { type Expression, sortKey, type Type } from "@nonet/feel";
import { keptAs, sqlType } from "../../columns/column-type.ts";
import { boundAs } from "../../scope/bound-values.ts";
import { compileAs, convert, whereText } from "../../scope/coerce.ts";
import { compile } from "../../scope/compile.ts";
import { exactJson } from "../../scope/conversions.ts";
import { mayBeNull } from "../../scope/may-be-null.ts";
import { isNull, type Scope, unsupported, withVariables } from "../../scope/scope.ts";
import { arrayOf, flattened, itemSql, type Rows, rowsOf, unlessMissing } from "../fields/rows.ts";
import { number } from "../../scope/type-kinds.ts";

type Call = Expression & { kind: "call" };

/** Undefined for a function that isn't one of these. */
export function compileListCall(s: Scope, e: Call): string | undefined {
  const [list, ...rest] = e.arguments;
  if (!list) return undefined;
  const over = (aggregate: (item: string, rows: Rows) => string, wanted?: Type): string => {
    const rows = rowsOf(s, list);
    return unlessMissing(
      rows,
      e.function === "count"
        ? `(select ${aggregate("", rows)} from ${rows.from}${whereText(rows.where)})`
        : gathered(s, rows, wanted ? boundAs(s, rows.item, wanted) : itemSql(s, rows), (v) => aggregate(v, rows)),
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
            over((v) => whole(v, `nonet.fit(coalesce(sum(${v}), 0))`), number),
            number,
          );
    case "min":
    case "max":
      return extreme(s, e, list);
    case "mean":
      return finish(
        over((v) => whole(v, `nonet.divide(sum(${v}), count(${v}))`), number),
        number,
      );
    case "median":
      return finish(
        over(
          (v) =>
            `case when count(*) <> count(${v}) then null when count(${v}) % 2 = 1 then (percentile_disc(0.5) within group (order by ${v}))::numeric else nonet.divide((array_agg(${v} order by ${v}))[count(${v}) / 2] + (array_agg(${v} order by ${v}))[count(${v}) / 2 + 1], 2) end`,
          number,
        ),
        number,
      );
    case "stddev":
      return over((v) => whole(v, `nonet.deviation(count(${v}), sum(${v}), sum(${v} * ${v}))`), number);
    case "mode": {
      const rows = rowsOf(s, list);
      const m = s.params.alias("d");
      return unlessMissing(
        rows,
        `(select case when bool_or(v is null) then null else coalesce(array_agg(v order by v) filter (where k = 1), '{}') end from (select v, rank() over (order by count(*) desc) k from (select ${boundAs(s, rows.item, number)} v from ${rows.from}${whereText(rows.where)}) x group by v) ${m})`,
      );
    }
    case "product":
      return productOf(s, list);
    case "all":
      return over((v) => `case when not bool_and(${v}) then false when bool_or(${v} is null) then null else true end`, { kind: "boolean" });
    case "any":
      return over((v) => `case when bool_or(${v}) then true when bool_or(${v} is null) then null else false end`, { kind: "boolean" });
    default:
      return shaped(s, e, list, rest);
  }
}

/** There is no product aggregate: a running product over the array. */
function productOf(s: Scope, list: Expression): string {
  const [a, f] = [s.params.alias("a"), s.params.alias("f")];
  const rows = rowsOf(s, list);
  return unlessMissing(
    rows,
    `(with recursive ${a}(v) as (select array(select ${boundAs(s, rows.item, number)} from ${rows.from}${whereText(rows.where)}${rows.order ? ` order by ${rows.order}` : ""})), ${f}(n, p) as (select 0, 1::numeric union all select n + 1, nonet.fit(p * ${a}.v[n + 1]) from ${f}, ${a} where n < cardinality(${a}.v)) select case when n = 0 then null else p end from ${f} order by n desc limit 1)`,
  );
}

/** An aggregate over the items. One that is more than a column is computed once for each row, however often the aggregate names it. */
function gathered(s: Scope, rows: Rows, item: string, aggregate: (v: string) => string): string {
  if (item.length <= 60 && !item.includes("(select")) return `(select ${aggregate(item)} from ${rows.from}${whereText(rows.where)})`;
  const q = s.params.alias("q");
  return `(select ${aggregate(`${q}.v`)} from (select ${item} as v from ${rows.from}${whereText(rows.where)} offset 0) ${q})`;
}

/** What is made of all elements is null where one of them is. */
export const whole = (v: string, sql: string): string => `case when count(*) = count(${v}) then ${sql} end`;

function extreme(s: Scope, e: Call, list: Expression): string {
  const rows = rowsOf(s, list);
  const loose = sqlType(rows.type) === "jsonb";
  if (loose && list.kind === "list" && list.items.length > 0) return unsupported(`${e.function} of values of several kinds`);
  const type = loose ? number : rows.type;
  if (type.kind === "boolean") return unsupported(`${e.function} of yes/no values`);
  if (type.kind === "list" || type.kind === "record") return unsupported(`${e.function} of records or lists`);
  const item = boundAs(s, rows.item, type);
  // A day and 24 hours are alike, but not on an instant: the first of them is taken.
  if (type.kind === "days and time duration") {
    const q = s.params.alias("q");
    const first = `(array_agg(${q}.v order by ${q}.v${e.function === "max" ? " desc" : ""}, ${q}.n))[1]`;
    const numbered = `select ${item} as v, row_number() over (${rows.order ? `order by ${rows.order}` : ""}) as n from ${rows.from}${whereText(rows.where)}`;
    return convert(s, unlessMissing(rows, `(select ${whole(`${q}.v`, first)} from (${numbered}) ${q})`), type, e.type);
  }
  const sql = gathered(s, rows, item, (v) => whole(v, `${e.function}(${v}${type.kind === "string" ? ' collate "C"' : ""})${byDefault(type)}`));
  return convert(s, unlessMissing(rows, sql), type, e.type);
}

/** The least and the greatest text go on as any other: without letter case they are more than the 26 letters of `C`. */
const byDefault = (type: Type): string => (type.kind === "string" ? ' collate "default"' : "");

function shaped(s: Scope, e: Call, list: Expression, rest: readonly Expression[]): string | undefined {
  const type = e.type.kind === "list" ? e.type : ({ kind: "list", of: e.type } as const);
  // Lists of lists are JSON: see `arrayOf`.
  const item = (x: Expression): string =>
    type.of.kind === "list" && x.type.kind === "list"
      ? `(case when ${compile(s, x)} is not null then ${exactJson(s, compile(s, x), x.type)} end)`
      : compileAs(s, x, keptAs(type.of));
  const as = (x: Expression): string => (x.type.kind === "list" ? compileAs(s, x, type) : `array[${item(x)}]`);
  const number = (x: Expression | undefined): string => (!x || isNull(x) ? "null::numeric" : `(${compileAs(s, x, { kind: "number" })})`);
  const present = (lists: readonly Expression[], sql: string): string => {
    const tests = lists.filter((x) => mayBeNull(s, x)).map((x) => `${x.type.kind === "list" ? as(x) : compile(s, x)} is not null`);
    return tests.length === 0 ? sql : `(case when ${tests.join(" and ")} then ${sql} end)`;
  };
  const all = e.arguments;
  switch (e.function) {
    case "append":
      return present([list], `(${as(list)} || array[${rest.map(item).join(", ")}]::${sqlType(type)})`);
    case "concatenate":
      return present(all, `(${all.map(as).join(" || ")})`);
    case "union":
      return present(all, distinct(s, `(${all.map(as).join(" || ")})`));
    case "distinct values":
      return present([list], distinct(s, as(list)));
    case "reverse": {
      const u = s.params.alias("u");
      return present([list], `array(select ${u}.v from unnest(${as(list)}) with ordinality ${u}(v, n) order by ${u}.n desc)`);
    }
    case "flatten":
      return flat(s, e, list, as);
    case "sublist":
      return present([list], `nonet.sublist(${as(list)}, ${number(rest[0])}, ${number(rest[1])})`);
    case "insert before":
      return present([list], `nonet.inserted(${as(list)}, ${number(rest[0])}, ${item(rest[1]!)})`);
    case "list replace":
      return rest[0]!.type.kind === "number" ? present([list], `nonet.replaced(${as(list)}, ${number(rest[0])}, ${item(rest[1]!)})`) : unsupported("`list replace` by a function");
    case "remove":
      return present([list], `nonet.without(${as(list)}, ${number(rest[0])})`);
    case "index of": {
      const rows = rowsOf(s, list);
      const u = s.params.alias("u");
      return unlessMissing(
        rows,
        `array(select ${u}.n::numeric from (select row_number() over (${rows.order ? `order by ${rows.order}` : ""}) as n, ${itemSql(s, rows)} as v from ${rows.from}${whereText(rows.where)}) ${u} where ${u}.v is not distinct from ${compileAs(s, rest[0]!, rows.type)} order by ${u}.n)`,
      );
    }
    case "sort":
      return sorted(s, list, rest[0]);
    default:
      return undefined;
  }
}

function flat(s: Scope, e: Call, list: Expression, as: (x: Expression) => string): string {
  const rows = list.kind === "path" && list.listed ? flattened(s, list) : undefined;
  if (rows) return arrayOf(s, rows, e.type);
  return list.type.kind === "list" && list.type.of.kind !== "list" && sqlType(list.type.of) !== "jsonb" ? as(list) : unsupported("`flatten` of nested lists");
}

function distinct(s: Scope, array: string): string {
  const u = s.params.alias("u");
  return `array(select ${u}.v from unnest(${array}) with ordinality ${u}(v, n) group by ${u}.v order by min(${u}.n))`;
}

/** By the elements themselves, or by one key (`function(x, y) x.k < y.k`); what has no key comes last, what has the same stays in order. */
function sorted(s: Scope, list: Expression, precedes: Expression | undefined): string {
  const rows = rowsOf(s, list);
  // Lists of lists are JSON: see `arrayOf`.
  const item = rows.type.kind === "list" ? boundAs(s, rows.item, { kind: "any" }) : itemSql(s, rows);
  const collated = (type: Type): string => (type.kind === "string" ? ' collate "C"' : "");
  if (!precedes || isNull(precedes)) {
    if (rows.type.kind === "record" || rows.type.kind === "list") return unsupported("`sort` of records or lists by nothing");
    // The order of JSON isn't that of what it holds.
    if (sqlType(rows.type) === "jsonb" && !(list.kind === "list" && list.items.length === 0)) return unsupported("`sort` of values of unknown or several kinds");
    return unlessMissing(
      rows,
      `(select case when count(*) = count(${item}) then coalesce(array_agg(${item} order by ${item}${collated(rows.type)}), '{}') end from ${rows.from}${whereText(rows.where)})`,
    );
  }
  const by = sortKey(precedes);
  if (!by) return unsupported("`sort` by anything but a comparison of one key");
  const key = compile(withVariables(s, [by.parameter, rows.item]), by.key);
  return unlessMissing(
    rows,
    `array(select ${item} from ${rows.from}${whereText(rows.where)} order by ${key}${collated(by.key.type)} ${by.descending ? "desc" : "asc"} nulls last${rows.order ? `, ${rows.order}` : ""})`,
  );
}
