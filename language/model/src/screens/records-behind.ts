/** The records behind a number of a dashboard: `count(Loan[state = "out"])` is made of the loans that are out. */
import type { Expression } from "@nonet/feel";

export interface RecordsBehind {
  readonly entity: string;
  /** Each with the variable that stands for the record. */
  readonly conditions: readonly { readonly item: string; readonly condition: Expression }[];
}

const aggregates = new Set(["count", "sum", "mean", "min", "max"]);

/** Null where the number isn't made of the records of one list: a difference, a share, a constant. */
export function recordsBehind(value: Expression): RecordsBehind | null {
  if (value.kind !== "call" || !aggregates.has(value.function) || value.arguments.length !== 1) return null;
  const [list] = value.arguments;
  return recordsOf(list!.kind === "path" && list!.listed ? list!.of : list!);
}

function recordsOf(list: Expression): RecordsBehind | null {
  if (list.kind === "global") return list.type.kind === "list" && list.type.of.kind === "record" ? { entity: list.type.of.name, conditions: [] } : null;
  if (list.kind !== "filter") return null;
  const inner = recordsOf(list.of);
  return inner && { entity: inner.entity, conditions: [...inner.conditions, { item: list.item, condition: list.condition }] };
}
