/**
 * Looks a decision table over: which inputs no row holds for, which rows overlap, which are never reached.
 *
 * Each column is cut into the stretches between the values that its cells name, so that all values of one
 * stretch meet the same cells; then every combination of stretches is looked at. Where a cell can't be seen
 * through (a computed bound, a condition), its row is taken to hold and not to hold, and nothing is said for it.
 */
import type { Expression, UnaryTest } from "@nonet/feel";
import type { DecisionTable } from "@nonet/model";
import { nearValues, orderOf, type Stretch } from "./stretches.ts";

export interface Judged {
  /** Whether every input is surely met by some row. */
  readonly complete: boolean;
  /** An example of what no row holds for: a stretch for each input. */
  readonly gap: readonly Stretch[] | null;
  /** Pairs of rows that hold for one input. */
  readonly overlaps: readonly (readonly [number, number])[];
  /** Rows before which others always hold. */
  readonly unreached: readonly number[];
}

/** `yes`, `no`, or that it can't be told. */
export type Meets = boolean | null;

const mostCombinations = 20_000;

/** `choices`: by input, the values that alone can come; null where anything can. */
export function judgeRows(table: DecisionTable, choices: readonly (readonly string[] | null)[]): Judged {
  const columns = table.inputs.map((input, i) =>
    nearValues(
      input.type,
      table.rows.map((row) => row.tests[i]!),
      choices[i] ?? null,
    ),
  );
  if (columns.some((c) => c === null) || columns.reduce((n, c) => n * c!.stretches.length, 1) > mostCombinations)
    return { complete: false, gap: null, overlaps: [], unreached: [] };
  const meets = columns.map((c, i) => c!.stretches.map((s) => table.rows.map((row) => meetsAny(row.tests[i]!, s))));
  const first = new Set<number>();
  const overlaps = new Map<string, readonly [number, number]>();
  let gap: readonly Stretch[] | null = null;
  let covered = true;
  const visit = (at: readonly number[]): void => {
    const held = table.rows.map((_, row) => at.reduce<Meets>((all, s, column) => both(all, meets[column]![s]![row]!), true));
    if (gap === null && held.every((h) => h === false)) gap = at.map((s, column) => columns[column]!.stretches[s]!);
    const sure = held.flatMap((h, row) => (h === true ? [row] : []));
    covered &&= sure.length > 0;
    held.some((h, row) => h !== false && (first.add(row), h === true));
    for (let i = 0; i < sure.length; i++) for (let j = i + 1; j < sure.length; j++) overlaps.set(`${sure[i]} ${sure[j]}`, [sure[i]!, sure[j]!]);
  };
  combine(
    columns.map((c) => c!.stretches.length),
    visit,
  );
  return {
    complete: covered && columns.every((c) => c!.everything),
    gap,
    overlaps: [...overlaps.values()],
    unreached: table.rows.flatMap((_, row) => (first.has(row) ? [] : [row])),
  };
}

function combine(lengths: readonly number[], visit: (at: readonly number[]) => void, at: readonly number[] = []): void {
  if (at.length === lengths.length) return visit(at);
  for (let i = 0; i < lengths[at.length]!; i++) combine(lengths, visit, [...at, i]);
}

const both = (a: Meets, b: Meets): Meets => (a === false || b === false ? false : a === null || b === null ? null : true);

export function meetsAny(tests: readonly UnaryTest[], stretch: Stretch): Meets {
  let found: Meets = false;
  for (const test of tests) {
    const one = meets(test, stretch);
    if (one === true) return true;
    if (one === null) found = null;
  }
  return found;
}

function meets(test: UnaryTest, stretch: Stretch): Meets {
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

function compares(operator: "=" | "!=" | "<" | "<=" | ">" | ">=", value: Expression, stretch: Stretch): Meets {
  if (stretch.kind === "text") {
    if (value.kind !== "literal" || (operator !== "=" && operator !== "!=")) return null;
    return (stretch.text === String(value.value)) === (operator === "=");
  }
  const at = orderOf(value);
  if (at === null) return null;
  // A stretch lies wholly below, at, or above each value that a cell names.
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

function isMember(of: Expression, stretch: Stretch): Meets {
  if (of.kind === "list")
    return of.items.reduce<Meets>((found, item) => (found === true ? true : isMember(item, stretch) === true ? true : isMember(item, stretch) === null ? null : found), false);
  if (of.kind !== "range") return of.kind === "hole" ? null : compares("=", of, stretch);
  const low = of.low ? compares(of.lowClosed ? ">=" : ">", of.low, stretch) : true;
  return both(low, of.high ? compares(of.highClosed ? "<=" : "<", of.high, stretch) : true);
}
