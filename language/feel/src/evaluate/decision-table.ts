/** Evaluates decision tables (DMN 1.5, chapter 8): finds the rows that match the inputs, and combines their results by the hit policy. */
import type { Expression, UnaryTest } from "../types/expression.ts";
import { add } from "../values/arithmetic.ts";
import { compare } from "../values/compare.ts";
import { type Environment, nonet } from "../values/environment.ts";
import { FunctionValue, integerOf, NOT_SHOWN, type Value } from "../values/value.ts";
import { compile, compileTests } from "./compile.ts";

export interface DecisionRows {
  readonly inputs: readonly { readonly name: string }[];
  readonly results: readonly { readonly name: string }[];
  /** `first` by default. If several rows match with `unique`, the result is null; with `any`, it is that of the first. */
  readonly hitPolicy: "first" | "unique" | "any" | "most specific" | "collect" | "collect sum" | "collect min" | "collect max" | "collect count";
  readonly rows: readonly { readonly tests: readonly (readonly UnaryTest[])[]; readonly results: readonly Expression[] }[];
}

interface Row {
  readonly tests: readonly (((value: Value, environment: Environment) => Value) | null)[];
  readonly results: readonly ((environment: Environment) => Value)[];
}

/** The table as a function of its inputs, in the order of its columns. Cells can use the inputs as variables. */
export function decisionFunction(table: DecisionRows, environment: Environment): FunctionValue {
  const specific = (row: DecisionRows["rows"][number]): number => row.tests.filter((tests) => !tests.some((t) => t.kind === "any")).length;
  const ordered = table.hitPolicy === "most specific" ? [...table.rows].sort((a, b) => specific(b) - specific(a)) : table.rows;
  const rows = ordered.map((row): Row => ({
    tests: row.tests.map((tests) => (tests.some((t) => t.kind === "any") ? null : compileTests(tests))),
    results: row.results.map((result) => compile(result)),
  }));
  return new FunctionValue(
    table.inputs.map((input) => input.name),
    (given) => decide(table, rows, given, environment),
  );
}

function decide(table: DecisionRows, rows: readonly Row[], given: readonly Value[], outer: Environment): Value {
  const inputs = new Map(table.inputs.map((input, i): [string, Value] => [input.name, given[i] ?? null]));
  const environment: Environment = {
    ...outer,
    variable: (name) => inputs.get(name) ?? outer.variable(name),
    global: (name) => outer.global(name),
    field: (record, name) => outer.field(record, name),
  };
  const values = [...inputs.values()];
  const matching: Row[] = [];
  const stopsAtFirst = !table.hitPolicy.startsWith("collect") && table.hitPolicy !== "unique";
  for (const row of rows) {
    const holds = holdsFor(row, values, environment);
    if (holds === NOT_SHOWN) return NOT_SHOWN;
    if (holds) matching.push(row);
    if (holds && stopsAtFirst) break;
  }
  const value = (row: Row): Value =>
    row.results.length === 1 ? row.results[0]!(environment) : new Map(table.results.map((result, i) => [result.name, row.results[i]!(environment)]));
  if (!table.hitPolicy.startsWith("collect")) return matching.length === 1 ? value(matching[0]!) : null;
  return collectResults(table.hitPolicy, matching.map(value), environment);
}

function holdsFor(row: Row, values: readonly Value[], environment: Environment): boolean | typeof NOT_SHOWN {
  for (let i = 0; i < row.tests.length; i++) {
    const test = row.tests[i];
    if (!test) continue;
    if (values[i] === NOT_SHOWN) return NOT_SHOWN;
    const holds = test(values[i] ?? null, environment);
    if (holds === NOT_SHOWN) return NOT_SHOWN;
    if (holds !== true) return false;
  }
  return true;
}

function collectResults(policy: DecisionRows["hitPolicy"], values: readonly Value[], environment: Environment): Value {
  if (policy === "collect count") return integerOf(values.length);
  if (policy === "collect") return values;
  const present = values.filter((value) => value !== null);
  if (present.includes(NOT_SHOWN)) return NOT_SHOWN;
  if (present.length === 0) return null;
  if (policy === "collect sum") return present.slice(1).reduce<Value>((a, b) => add(a, b, { environment, dialect: nonet }), present[0]!);
  return present.slice(1).reduce<Value>((a, b) => ((compare(b, a) ?? 0) * (policy === "collect min" ? -1 : 1) > 0 ? b : a), present[0]!);
}
