/** Compiles a decision table over its bound inputs: a CASE over its rows, or the list of the rows that match. */
import type { Expression, Type } from "@nonet/feel";
import type { DecisionTable } from "@nonet/model";
import { sqlType } from "../../columns/column-type.ts";
import { compileAs, convert } from "../../scope/coerce.ts";
import { exactJson } from "../../scope/conversions.ts";
import type { Scope } from "../../scope/scope.ts";
import { compileIn } from "../operators/membership.ts";

type Row = DecisionTable["rows"][number];

/** One result column yields its value, several a context. `collect` yields a list of them, or their aggregate. */
export function compileTable(s: Scope, table: DecisionTable, type: Type): string {
  const one: Type = table.results.length === 1 ? table.results[0]!.type : { kind: "context", entries: {} };
  if (table.hitPolicy.startsWith("collect")) return collected(s, table, one, type);
  if (table.results.length === 1) return compileTableColumn(s, table, 0, type);
  return guarded(s, table, (row) => contextOf(s, table, row), "jsonb");
}

export function compileTableColumn(s: Scope, table: DecisionTable, column: number, type: Type): string {
  return guarded(s, table, (row) => compileAs(s, row.results[column]!, type), sqlType(type));
}

const contextOf = (s: Scope, table: DecisionTable, row: Row): string =>
  `jsonb_build_object(${table.results.map((r, i) => `${s.params.bind(r.name, "text")}, ${exactJson(s, compileAs(s, row.results[i]!, r.type), r.type)}`).join(", ")})`;

function guarded(s: Scope, table: DecisionTable, value: (row: Row) => string, type: string): string {
  const rows = table.hitPolicy === "most specific" ? [...table.rows].sort((a, b) => specific(b) - specific(a)) : table.rows;
  if (rows.length === 0) return `null::${type}`;
  const first = `(case ${rows.map((row) => `when ${holds(s, table, row)} then ${value(row)}`).join(" ")} end)`;
  if (table.hitPolicy !== "unique") return first;
  return `(case when (${rows.map((row) => `(${holds(s, table, row)} is true)::int`).join(" + ")}) = 1 then ${first} end)`;
}

const specific = (row: Row): number => row.tests.filter((tests) => !tests.some((t) => t.kind === "any")).length;

function holds(s: Scope, table: DecisionTable, row: Row): string {
  const tests = row.tests.flatMap((cell, i) => (cell.some((t) => t.kind === "any") ? [] : [compileIn(s, inputOf(table, i, row), cell)]));
  return tests.length === 0 ? "true" : tests.length === 1 ? tests[0]! : `(${tests.join(" and ")})`;
}

const inputOf = (table: DecisionTable, i: number, row: Row): Expression => ({
  kind: "variable",
  name: table.inputs[i]!.name,
  type: table.inputs[i]!.type,
  nullable: true,
  span: row.source,
});

function collected(s: Scope, table: DecisionTable, one: Type, type: Type): string {
  const c = s.params.alias("c");
  const value = (row: Row): string => (table.results.length === 1 ? compileAs(s, row.results[0]!, one) : contextOf(s, table, row));
  const rows = table.rows.map((row, i) => `(${holds(s, table, row)}, ${i + 1}, case when ${holds(s, table, row)} then ${value(row)} end)`);
  const from = `from (values ${rows.join(", ")}) ${c}(holds, n, v) where ${c}.holds`;
  switch (table.hitPolicy) {
    case "collect sum":
      return convert(s, `(select sum(${c}.v) ${from})`, one, type);
    case "collect min":
      return convert(s, `(select min(${c}.v) ${from})`, one, type);
    case "collect max":
      return convert(s, `(select max(${c}.v) ${from})`, one, type);
    case "collect count":
      return convert(s, `(select count(*)::numeric ${from})`, { kind: "number" }, type);
    default:
      return convert(s, `array(select ${c}.v ${from} order by ${c}.n)`, { kind: "list", of: one }, type);
  }
}
