/** Compiles contexts, whose entries can use the entries before them. */
import type { Expression } from "../types/expression.ts";
import { FunctionValue, type Value } from "../values/value.ts";
import { bind, type Bound, compileNode, type Run } from "./run.ts";

/** Entries are evaluated in order. Each is bound for the entries after it, and a function also for itself, so that it can be recursive. */
export function compileContext(node: Expression & { kind: "context" }, bound: Bound): Run {
  let inner = bound;
  const entries = node.entries.map(({ name, as = name, value }) => {
    const next = bind(inner, name);
    const run = compileNode(value, value.kind === "function" ? next.bound : inner);
    inner = next.bound;
    return { name: as, run, slot: next.slot, recursive: value.kind === "function" };
  });
  return (run, slots) => {
    const result = new Map<string, Value>();
    for (const entry of entries) {
      const value = entry.run(run, slots);
      slots[entry.slot] = value;
      if (entry.recursive && value instanceof FunctionValue) (value as FunctionValue & { slots?: Value[] }).slots?.splice(entry.slot, 1, value);
      if (result.has(entry.name)) return null;
      result.set(entry.name, value);
    }
    return result;
  };
}
