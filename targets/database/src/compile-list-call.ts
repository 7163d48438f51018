/** Compiles FEEL's functions over lists; those that count or add up never bring a whole table into memory. */
import { type Expression, type Type } from "@nonet/feel";
import { sqlType } from "./columns.ts";
import { boundAs, compile, compileAs, convert, whereText } from "./compile-expression.ts";
import { itemSql, rowsOf, type Rows } from "./compile-rows.ts";
import { unsupported, withVariables, type Scope } from "./compile-scope.ts";

type Call = Expression & { kind: "call" };

const number: Type = { kind: "number" };

/** Undefined for a function that isn't one of these. */
export function compileListCall(s: Scope, e: Call): string | undefined {
  const [list, ...rest] = e.arguments;
  if (!list) return undefined;
  const over = (aggregate: (item: string, rows: Rows) => string, wanted?: Type): string => {
    const rows = rowsOf(s, list);
    return `(select ${aggregate(wanted ? boundAs(s, rows.item, wanted) : itemSql(s, rows), rows)} from ${rows.from}${whereText(rows.where)})`;
  };
  const duration = list.type.kind === "list" && list.type.of.kind.endsWith("duration");
  const finish = (sql: string, from: Type): string => convert(s, sql, from, e.type);
  switch (e.function) {
    case "count": return over(() => "count(*)::numeric");
    case "sum": return duration ? over((v) => `coalesce(sum(${v}), interval '0')`) : finish(over((v) => `coalesce(sum(${v}), 0)`, number), number);
    case "min": case "max": return extreme(s, e, list);
    case "mean": return finish(over((v) => `nonet.divide(sum(${v}), count(${v}))`, number), number);
    case "median": return finish(over((v) => `case when count(${v}) % 2 = 1 then (percentile_disc(0.5) within group (order by ${v}))::numeric else nonet.divide((array_agg(${v} order by ${v}))[count(${v}) / 2] + (array_agg(${v} order by ${v}))[count(${v}) / 2 + 1], 2) end`, number), number);
    case "stddev": return over((v) => `stddev_samp(${v})`, number);
    case "mode": { const rows = rowsOf(s, list); const m = s.params.alias("d"); return `(select coalesce(array_agg(v order by v), '{}') from (select v, rank() over (order by count(*) desc) k from (select ${boundAs(s, rows.item, number)} v from ${rows.from}${whereText(rows.where)}) x group by v) ${m} where k = 1)`; }
    case "product": return productOf(s, list);
    case "all": return over((v) => `case when not bool_and(${v}) then false when bool_or(${v} is null) then null else true end`, { kind: "boolean" });
    case "any": return over((v) => `case when bool_or(${v}) then true when bool_or(${v} is null) then null else false end`, { kind: "boolean" });
    default: return shaped(s, e, list, rest);
  }
}

/** There is no product aggregate: a running product over the array. */
function productOf(s: Scope, list: Expression): string {
  const [a, f] = [s.params.alias("a"), s.params.alias("f")];
  const rows = rowsOf(s, list);
  return `(with recursive ${a}(v) as (select array(select ${boundAs(s, rows.item, number)} from ${rows.from}${whereText(rows.where)})), ${f}(n, p) as (select 0, 1::numeric union all select n + 1, p * ${a}.v[n + 1] from ${f}, ${a} where n < cardinality(${a}.v)) select case when n = 0 then null else p end from ${f} order by n desc limit 1)`;
}

function extreme(s: Scope, e: Call, list: Expression): string {
  const rows = rowsOf(s, list);
  const loose = sqlType(rows.type) === "jsonb";
  const type = loose ? number : rows.type;
  if (type.kind === "boolean") return unsupported(`${e.function} of yes/no values`);
  const sql = `(select ${e.function}(${boundAs(s, rows.item, type)}) from ${rows.from}${whereText(rows.where)})`;
  return convert(s, sql, type, e.type);
}

function shaped(s: Scope, e: Call, list: Expression, rest: readonly Expression[]): string | undefined {
  const type = e.type.kind === "list" ? e.type : ({ kind: "list", of: e.type } as const);
  const as = (x: Expression): string => (x.type.kind === "list" ? compileAs(s, x, type) : `array[${compileAs(s, x, type.of)}]`);
  const int = (x: Expression): string => `(${compileAs(s, x, number)})::int`;
  const from = (build: (v: string) => string): string => {
    const a = s.params.alias("a");
    return `(select ${build(`${a}.v`)} from (select ${as(list)} as v) ${a})`;
  };
  switch (e.function) {
    case "append": return `(${as(list)} || array[${rest.map((x) => compileAs(s, x, type.of)).join(", ")}]::${sqlType(type)})`;
    case "concatenate": return `(${e.arguments.map(as).join(" || ")})`;
    case "union": return distinct(s, `(${e.arguments.map(as).join(" || ")})`);
    case "distinct values": return distinct(s, as(list));
    case "reverse": { const u = s.params.alias("u"); return `array(select ${u}.v from unnest(${as(list)}) with ordinality ${u}(v, n) order by ${u}.n desc)`; }
    case "flatten": return list.type.kind === "list" && list.type.of.kind !== "list" && sqlType(list.type.of) !== "jsonb" ? as(list) : unsupported("`flatten` of nested lists");
    case "sublist": return from((v) => { const p = int(rest[0]!); const start = `(case when ${p} > 0 then ${p} else cardinality(${v}) + ${p} + 1 end)`; return rest[1] && !(rest[1].kind === "literal" && rest[1].value === null) ? `${v}[${start} : ${start} + ${int(rest[1])} - 1]` : `${v}[${start} : ]`; });
    case "insert before": return from((v) => `${v}[ : ${int(rest[0]!)} - 1] || ${compileAs(s, rest[1]!, type.of)} || ${v}[${int(rest[0]!)} : ]`);
    case "remove": return from((v) => `${v}[ : ${int(rest[0]!)} - 1] || ${v}[${int(rest[0]!)} + 1 : ]`);
    case "index of": { const rows = rowsOf(s, list); const u = s.params.alias("u"); return `array(select ${u}.n::numeric from (select row_number() over (${rows.order ? `order by ${rows.order}` : ""}) as n, ${itemSql(s, rows)} as v from ${rows.from}${whereText(rows.where)}) ${u} where ${u}.v is not distinct from ${compileAs(s, rest[0]!, rows.type)} order by ${u}.n)`; }
    case "sort": return sorted(s, list, rest[0], as(list));
    default: return undefined;
  }
}

function distinct(s: Scope, array: string): string {
  const u = s.params.alias("u");
  return `array(select ${u}.v from unnest(${array}) with ordinality ${u}(v, n) group by ${u}.v order by min(${u}.n))`;
}

/** Only an order by one key: `function(x, y) x.k < y.k`. */
function sorted(s: Scope, list: Expression, precedes: Expression | undefined, array: string): string {
  const rows = rowsOf(s, list);
  if (!precedes || (precedes.kind === "literal" && precedes.value === null)) { const u = s.params.alias("u"); return `array(select ${u}.v from unnest(${array}) ${u}(v) order by ${u}.v)`; }
  if (precedes.kind !== "function" || precedes.body.kind !== "binary" || !/^[<>]=?$/.test(precedes.body.operator)) return unsupported("`sort` by anything but a comparison of one key");
  const [x] = precedes.parameters;
  const inner = withVariables(s, [x!, rows.item]);
  const key = compile(inner, precedes.body.left);
  return `array(select ${itemSql(s, rows)} from ${rows.from}${whereText(rows.where)} order by ${key} ${precedes.body.operator.startsWith("<") ? "asc" : "desc"})`;
}
