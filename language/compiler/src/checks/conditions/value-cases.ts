/** All combinations of field values that a condition can distinguish by its literals. */
import type { Expression, UnaryTest } from "@nonet/feel";
import type { Field } from "@nonet/model";
import { type Interval, type Known, orderOf, valuesNearBounds } from "../../tables/intervals.ts";

/** An interval of values for each distinguished field. */
export type ValueCase = ReadonlyMap<string, Interval>;

/** Conditions with more combinations aren't checked. */
const maxCases = 4_000;

interface Column {
  readonly field: string;
  readonly stretches: readonly Interval[];
}

/** One after the other, in one map: the caller may stop at any of them. `states`: the states in which the record can be. */
export function* casesOf(e: Expression, fields: readonly Field[], states: readonly string[] | null): Iterable<ValueCase> {
  const columns = columnsOf(e, fields, states);
  if (columns.some(({ stretches }) => stretches.length === 0)) return;
  const world = new Map(columns.map(({ field, stretches }) => [field, stretches[0]!]));
  const at = columns.map(() => 0);
  for (let turned = 0; turned >= 0;) {
    yield world;
    // As an odometer: the last wheel that can turn does, and those behind it begin again.
    turned = columns.findLastIndex(({ stretches }, i) => at[i]! + 1 < stretches.length);
    for (const [i, { field, stretches }] of columns.entries()) {
      if (turned < 0 || i < turned) continue;
      at[i] = i === turned ? at[i]! + 1 : 0;
      world.set(field, stretches[at[i]]!);
    }
  }
}

function columnsOf(e: Expression, fields: readonly Field[], states: readonly string[] | null): readonly Column[] {
  const parts = partsOf(e);
  const literals = parts.filter((p) => p.kind === "literal" || p.kind === "negate");
  const columns: Column[] = [];
  let cases = 1;
  for (const [field, path] of new Map(parts.flatMap((p) => (isOwnField(p) ? [[p.field, p] as const] : [])))) {
    // The bounds are boundaries as well: a value can be equal to them but not beyond.
    const bounds = boundsOf(path, fields);
    const marks = [...literals, ...bounds.flatMap((bound) => bound ?? [])].filter((l) => l.type.kind === path.type.kind);
    const cells = marks.map((value): UnaryTest => ({ kind: "compare", operator: "=", value }));
    const { excludesLeast = false, excludesMost = false } = fields.find((one) => one.name === path.field) ?? {};
    const { stretches } = valuesNearBounds(path.type, [cells], { ...known(path, bounds, states), excludesLow: excludesLeast, excludesHigh: excludesMost });
    if (stretches.some((s) => s.kind === "opaque")) continue;
    if (cases * stretches.length > maxCases) break;
    cases *= stretches.length;
    columns.push({ field, stretches });
  }
  return columns;
}

export type OwnField = Expression & { readonly kind: "path" };

export const isOwnField = (e: Expression): e is OwnField => e.kind === "path" && e.of.kind === "variable" && e.of.name === "this";

type Bounds = readonly [Expression | null, Expression | null];

function boundsOf(path: OwnField, fields: readonly Field[]): Bounds {
  const field = fields.find((f) => f.name === path.field);
  const written = (bound: Expression | null | undefined): Expression | null => (bound?.kind === "literal" && bound.type.kind === path.type.kind ? bound : null);
  return [written(field?.atLeast), written(field?.atMost)];
}

function known(path: OwnField, bounds: Bounds, states: readonly string[] | null): Known {
  if (path.field === "state" && states !== null) return { choices: states };
  const [low = null, high = null] = bounds.map((bound) => bound && orderOf(bound));
  return {
    ...(path.type.kind === "string" ? { choices: path.type.choices ?? null } : {}),
    ...(low === null ? {} : { low }),
    ...(high === null ? {} : { high }),
  };
}

/** Operands of and, or, not and comparisons, without subexpressions that have their own scope. */
function partsOf(e: Expression): Expression[] {
  switch (e.kind) {
    case "binary":
      return [e.left, e.right].flatMap(partsOf);
    case "between":
      return [e.value, e.low, e.high].flatMap(partsOf);
    case "in":
      return [...partsOf(e.value), ...e.tests.flatMap(testParts)];
    case "call":
      return e.function === "not" ? e.arguments.flatMap(partsOf) : [];
    case "list":
      return e.items.flatMap(partsOf);
    case "range":
      return [e.low, e.high].flatMap((end) => (end ? partsOf(end) : []));
    default:
      return [e];
  }
}

function testParts(test: UnaryTest): Expression[] {
  if (test.kind === "not") return test.tests.flatMap(testParts);
  return test.kind === "compare" ? partsOf(test.value) : test.kind === "member" ? partsOf(test.of) : [];
}
