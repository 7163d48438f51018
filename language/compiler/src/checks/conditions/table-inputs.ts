/** The possible inputs of a decision table: the choices and bounds of the values that its callers pass. */
import { type Expression, fold, type UnaryTest } from "@nonet/feel";
import { type Constant, type DecisionTable, entityOf, type Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { argumentsGiven } from "../../incremental/findings.ts";
import { type Known, orderOf, type Place } from "../../tables/intervals.ts";

export function knownInputs(ctx: PointCompiler, product: Pick<Product, "entities">, table: DecisionTable): readonly Known[] {
  return table.inputs.map((input) => {
    const handed = argumentsGiven(ctx.findings, `${fold(table.name)}/${fold(input.name)}`);
    if (handed.length === 0) return {};
    const ranges = handed.map((e) => rangeOf(product, e));
    const low = ranges.map((r) => r.low).reduce((a, b) => (a < b ? a : b));
    const high = ranges.map((r) => r.high).reduce((a, b) => (a > b ? a : b));
    return {
      choices: choicesOf(handed),
      low,
      excludesLow: ranges.every((r) => r.low !== low || r.excludesLow),
      whole: handed.every((e) => e.type.kind === "number" && e.type.integer === true),
      high,
      excludesHigh: ranges.every((r) => r.high !== high || r.excludesHigh),
    };
  });
}

function choicesOf(handed: readonly Expression[]): readonly string[] | null {
  const each = handed.map((e) => (e.type.kind !== "string" ? null : e.kind === "literal" && typeof e.value === "string" ? [e.value] : (e.type.choices ?? null)));
  return each.includes(null) ? null : [...new Set(each.flatMap((one) => one ?? []))];
}

/** The range of a literal, and of a field by its own bounds. */
function rangeOf(product: Pick<Product, "entities">, e: Expression): Range {
  if (e.type.kind === "number") {
    const at = orderOf(e);
    if (at !== null) return { low: at, high: at, excludesLow: false, excludesHigh: false };
    const field = e.kind === "path" && e.of.type.kind === "record" ? entityOf(product as Product, e.of.type.name)?.fields.find((f) => f.name === e.field) : undefined;
    const bound = (one: Expression | null | undefined): Place | null => (one?.kind === "literal" ? orderOf(one) : null);
    if (field)
      return {
        low: bound(field.atLeast) ?? -Infinity,
        high: bound(field.atMost) ?? Infinity,
        excludesLow: field.excludesLeast ?? false,
        excludesHigh: field.excludesMost ?? false,
      };
  }
  return { low: -Infinity, high: Infinity, excludesLow: false, excludesHigh: false };
}

type Range = Readonly<Record<"low" | "high", Place> & Record<"excludesLow" | "excludesHigh", boolean>>;

/** The table with its constants replaced by their values, if they have one literal value. */
export function withConstants(table: DecisionTable, constants: readonly Constant[]): DecisionTable {
  const values = new Map(constants.flatMap((c) => (c.values?.length === 1 && c.values[0]!.value.kind === "literal" ? [[fold(c.name), c.values[0]!.value] as const] : [])));
  if (values.size === 0) return table;
  const settled = (e: Expression): Expression => {
    if (e.kind === "global") return values.get(fold(e.name)) ?? e;
    if (e.kind === "list") return { ...e, items: e.items.map(settled) };
    return e.kind === "range" ? { ...e, low: e.low && settled(e.low), high: e.high && settled(e.high) } : e;
  };
  const test = (t: UnaryTest): UnaryTest =>
    t.kind === "not" ? { ...t, tests: t.tests.map(test) } : t.kind === "compare" ? { ...t, value: settled(t.value) } : t.kind === "member" ? { ...t, of: settled(t.of) } : t;
  return { ...table, rows: table.rows.map((row) => ({ ...row, tests: row.tests.map((tests) => tests.map(test)) })) };
}
