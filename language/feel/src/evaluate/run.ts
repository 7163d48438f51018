/** The closures that a compiled expression is made of, and what is known where they are made. */
import type { Expression } from "../types/expression.ts";
import type { Dialect, Runtime } from "../values/environment.ts";
import type { Value } from "../values/value.ts";

/** Runs one node: what the host gives, and the slots of names bound inside the expression. */
export type Run = (run: Runtime, slots: Value[]) => Value;

/** Names bound where a node stands, and the slots they have. */
export interface Bound {
  /** Compiles a node inside this one; carried along so that the files of single constructs don't import the compiler. */
  readonly compileNode: (node: Expression, bound: Bound) => Run;
  readonly slots: ReadonlyMap<string, number>;
  readonly dialect: Dialect;
  readonly prepare?: PrepareField;
}

/** Makes the reader of a record type's field once, when an expression is compiled; undefined where the environment shall read it. */
export type PrepareField = (record: string, field: string) => ((record: Value) => Value) | undefined;

export interface CompileOptions {
  readonly dialect?: Dialect;
  readonly prepare?: PrepareField;
}

/** The closure of a node inside the one that is being compiled. */
export const compileNode = (node: Expression, bound: Bound): Run => bound.compileNode(node, bound);

/** The same bound names and one more, in the next slot. */
export function bind(bound: Bound, name: string): { readonly bound: Bound; readonly slot: number } {
  const slot = bound.slots.size === 0 ? 0 : Math.max(...bound.slots.values()) + 1;
  return { bound: { ...bound, slots: new Map(bound.slots).set(name, slot) }, slot };
}
