/**
 * Analyzes a decision table: inputs that no row matches, rows that overlap, rows that are never reached. Each column
 * is split into intervals between the values in its cells, so that all values of an interval match the same cells. A
 * row is then a box of intervals, and boxes are subtracted from each other. A row with a cell that can't be analyzed
 * (a computed bound, a condition) counts as both matching and not matching, and is never reported.
 */
import type { Expression, UnaryTest } from "@nonet/feel";
import type { DecisionTable } from "@nonet/model";
import { type Box, boxOf, firstOf, isEmpty, meet, whole, without } from "./boxes.ts";
import { type Column, type Interval, type Known, orderOf, valuesNearBounds } from "./intervals.ts";

export interface RowAnalysis {
  /** Whether every input certainly matches a row. */
  readonly complete: boolean;
  /** An example of an input that no row matches: an interval for each column. */
  readonly gap: readonly Interval[] | null;
  /** Pairs of rows that match the same input. */
  readonly overlaps: readonly (readonly [number, number])[];
  /** Overlapping pairs that share only the boundary value. */
  readonly touching: readonly (readonly [number, number])[];
  /** Rows that earlier rows always cover. */
  readonly unreached: readonly number[];
}

/** Yes, no, or unknown. */
export type Meets = boolean | null;

/** `known`: the possible values of each input. */
export function analyzeRows(table: DecisionTable, known: readonly Known[]): RowAnalysis {
  const columns = table.inputs.map((input, i) =>
    valuesNearBounds(
      input.type,
      table.rows.map((row) => row.tests[i]!),
      known[i] ?? {},
    ),
  );
  const held = table.rows.map((row) => columns.map((c, i) => c.stretches.map((stretch) => meetsAny(row.tests[i]!, stretch))));
  const sure = held.map((row) => boxOf(row.map((column) => column.map((h) => h === true))));
  const perhaps = held.map((row) => boxOf(row.map((column) => column.map((h) => h !== false))));
  const everything = whole(columns.map((c) => c.stretches.length));
  const spokenOf = boxOf(columns.map((c) => c.stretches.map((_, at) => !c.beyond || at < c.stretches.length - 1)));
  const missed = without(spokenOf, perhaps);
  const pairs = sure.flatMap((a, i) => sure.slice(i + 1).flatMap((b, j) => (isEmpty(meet(a, b)) ? [] : [[i, i + 1 + j] as const])));
  return {
    complete: without(everything, sure)?.length === 0 && columns.every((c) => c.everything),
    gap: missed && missed.length > 0 ? firstOf(missed).map((at, column) => columns[column]!.stretches[at]!) : null,
    overlaps: pairs,
    touching: pairs.filter(([i, j]) => touches(sure[i]!, sure[j]!, columns)),
    unreached: table.rows.flatMap((_, row) => (without(perhaps[row]!, sure.slice(0, row))?.length === 0 ? [row] : [])),
  };
}

/** Whether two rows share one boundary value of one column. */
function touches(a: Box, b: Box, columns: readonly Column[]): boolean {
  const common = meet(a, b);
  return columns.some(({ stretches }, i) => {
    const shared = stretches.filter((_, at) => (common[i]! >> BigInt(at)) & 1n);
    const [only] = shared;
    if (shared.length !== 1 || only?.kind !== "order" || only.low !== only.high) return false;
    const at = stretches.indexOf(only);
    const side = (box: Box): readonly [boolean, boolean] => [(box[i]! & ((1n << BigInt(at)) - 1n)) !== 0n, box[i]! >> BigInt(at + 1) !== 0n];
    const [[below, above], [otherBelow, otherAbove]] = [side(a), side(b)];
    return (below && !above && otherAbove && !otherBelow) || (above && !below && otherBelow && !otherAbove);
  });
}

const both = (a: Meets, b: Meets): Meets => (a === false || b === false ? false : a === null || b === null ? null : true);

export function meetsAny(tests: readonly UnaryTest[], stretch: Interval): Meets {
  let found: Meets = false;
  for (const test of tests) {
    const one = meets(test, stretch);
    if (one === true) return true;
    if (one === null) found = null;
  }
  return found;
}

function meets(test: UnaryTest, stretch: Interval): Meets {
  switch (test.kind) {
    case "any":
      return true;
    case "condition":
      return null;
    case "not": {
      const inner = meetsAny(test.tests, stretch);
      return inner === null ? null : !inner;
    }
    case "compare":
      return compares(test.operator, test.value, stretch);
    case "member":
      return isMember(test.of, stretch);
  }
}

function compares(operator: "=" | "!=" | "<" | "<=" | ">" | ">=", value: Expression, stretch: Interval): Meets {
  if (stretch.kind === "opaque") return null;
  if (stretch.kind === "text") {
    if (value.kind !== "literal" || (operator !== "=" && operator !== "!=")) return null;
    return (stretch.text === String(value.value)) === (operator === "=");
  }
  const at = orderOf(value);
  if (at === null) return null;
  // An interval is entirely below, at, or above each value in a cell.
  const side = stretch.low >= at && !(stretch.low === at && stretch.high === at) ? 1 : stretch.high <= at && !(stretch.low === at && stretch.high === at) ? -1 : 0;
  switch (operator) {
    case "=":
      return side === 0;
    case "!=":
      return side !== 0;
    case "<":
      return side < 0;
    case "<=":
      return side <= 0;
    case ">":
      return side > 0;
    case ">=":
      return side >= 0;
  }
}

function isMember(of: Expression, stretch: Interval): Meets {
  if (of.kind === "list")
    return of.items.reduce<Meets>((found, item) => (found === true ? true : isMember(item, stretch) === true ? true : isMember(item, stretch) === null ? null : found), false);
  if (of.kind !== "range") return of.kind === "hole" ? null : compares("=", of, stretch);
  const low = of.low ? compares(of.lowClosed ? ">=" : ">", of.low, stretch) : true;
  return both(low, of.high ? compares(of.highClosed ? "<=" : "<", of.high, stretch) : true);
}
