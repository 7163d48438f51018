/** Compiles sorting by one key, without calling a function for each pair of elements. */
import type { SortKey } from "../analysis/sort-key.ts";
import type { Expression } from "../types/expression.ts";
import { compare } from "../values/compare.ts";
import { isList, NOT_SHOWN, type Value } from "../values/value.ts";
import { bind, type Bound, compileNode, type Run } from "./run.ts";

/** The key of each element is computed once. */
export function compileSort(node: Expression & { kind: "call" }, by: SortKey, bound: Bound): Run {
  const list = compileNode(node.arguments[0]!, bound);
  const inner = bind(bound, by.parameter);
  const key = compileNode(by.key, inner.bound);
  const sign = by.descending ? -1 : 1;
  return (run, slots) => {
    const value = list(run, slots);
    if (value === NOT_SHOWN || value === null) return value;
    const items: readonly Value[] = isList(value) ? value : [value];
    const keyed = items.map((item): { readonly item: Value; readonly key: Value } => {
      slots[inner.slot] = item;
      return { item, key: key(run, slots) };
    });
    if (keyed.some((each) => each.key === NOT_SHOWN)) return NOT_SHOWN;
    keyed.sort((a, b) => (a.key === null || b.key === null ? (a.key === null ? 1 : 0) - (b.key === null ? 1 : 0) : (compare(a.key as Value, b.key as Value) ?? 0) * sign));
    return keyed.map((each) => each.item);
  };
}
