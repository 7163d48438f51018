/** Compiles FEEL's functions that return lists: `append`, `sort`, `distinct values`, `flatten`, … */
import { type Expression, sortKey, type Type } from "@nonet/feel";
import { keptAs, sqlType } from "../../columns/column-type.ts";
import { boundAs } from "../../scope/bound-values.ts";
import { compileAs, whereText } from "../../scope/coerce.ts";
import { compile } from "../../scope/compile.ts";
import { exactJson, fromJson } from "../../scope/conversions.ts";
import { mayBeNull } from "../../scope/may-be-null.ts";
import { isNull, type Scope, unsupported, withVariables } from "../../scope/scope.ts";
import { arrayOf, itemSql, unlessMissing } from "../fields/row-source.ts";
import { flattened, rowsOf } from "../fields/rows.ts";

export type Call = Expression & { kind: "call" };

export function compileListShape(s: Scope, e: Call, list: Expression, rest: readonly Expression[]): string | undefined {
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
  if (list.type.kind === "list" && list.type.of.kind === "list" && list.type.of.of.kind !== "list" && sqlType(list.type.of.of) !== "jsonb")
    return flatOfTwo(s, list, list.type.of.of);
  return list.type.kind === "list" && list.type.of.kind !== "list" && sqlType(list.type.of) !== "jsonb" ? as(list) : unsupported("`flatten` of nested lists");
}

/** A list of lists of plain values. What is no list among them stays as it is. */
function flatOfTwo(s: Scope, list: Expression, of: Type): string {
  const rows = rowsOf(s, list);
  const item = boundAs(s, rows.item, { kind: "any" });
  const i = s.params.alias("i");
  const items = `lateral (select case when jsonb_typeof(${item}) = 'array' then ${item} else jsonb_build_array(${item}) end as v) ${i}, jsonb_array_elements(${i}.v) with ordinality ${i}e(v, n)`;
  const order = [rows.order, `${i}e.n`].filter((one) => one !== null).join(", ");
  return unlessMissing(rows, `array(select ${fromJson(s, `nullif(${i}e.v, 'null'::jsonb)`, of)} from ${rows.from}, ${items}${whereText(rows.where)} order by ${order})`);
}

function distinct(s: Scope, array: string): string {
  const u = s.params.alias("u");
  return `array(select ${u}.v from unnest(${array}) with ordinality ${u}(v, n) group by ${u}.v order by min(${u}.n))`;
}

/** By the elements themselves, or by one key (`function(x, y) x.k < y.k`). Elements without a key come last; equal ones keep their order. */
function sorted(s: Scope, list: Expression, precedes: Expression | undefined): string {
  const rows = rowsOf(s, list);
  // Lists of lists are JSON: see `arrayOf`.
  const item = rows.type.kind === "list" ? boundAs(s, rows.item, { kind: "any" }) : itemSql(s, rows);
  const collated = (type: Type): string => (type.kind === "string" ? ' collate "C"' : "");
  if (!precedes || isNull(precedes)) {
    if (rows.type.kind === "record" || rows.type.kind === "list") return unsupported("`sort` of records or lists by nothing");
    // JSON isn't ordered like the values that it holds.
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
