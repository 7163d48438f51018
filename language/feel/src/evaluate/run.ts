/** The closures of a compiled expression, and the context in which a node is compiled. */
import type { Expression } from "../types/expression.ts";
import type { Dialect, Runtime } from "../values/environment.ts";
import type { Value } from "../values/value.ts";

/** Evaluates one node, with the host's environment and the slots of names that are bound inside the expression. */
export type Run = (run: Runtime, slots: Value[]) => Value;

/** The names that are bound at a node, with their slots. */
export interface Bound {
  /** Compiles an inner node. It is a property so that the files of single constructs don't import the compiler. */
  readonly compileNode: (node: Expression, bound: Bound) => Run;
  readonly slots: ReadonlyMap<string, number>;
  readonly dialect: Dialect;
  readonly prepare?: PrepareField;
}

/** Returns a function that reads a field of a record type, once per compiled expression; undefined if the environment reads it. */
export type PrepareField = (record: string, field: string) => ((record: Value) => Value) | undefined;

export interface CompileOptions {
  readonly dialect?: Dialect;
  readonly prepare?: PrepareField;
}

/** The closure of an inner node. */
export const compileNode = (node: Expression, bound: Bound): Run => bound.compileNode(node, bound);

/** The bound names with one more name, in the next slot. */
export function bind(bound: Bound, name: string): { readonly bound: Bound; readonly slot: number } {
  const slot = bound.slots.size === 0 ? 0 : Math.max(...bound.slots.values()) + 1;
  return { bound: { ...bound, slots: new Map(bound.slots).set(name, slot) }, slot };
}
