import type { Dialect, Runtime } from "../values/environment.ts";
import type { Value } from "../values/value.ts";

/** Runs one node: what the host gives, and the slots of names bound inside the expression. */
export type Run = (run: Runtime, slots: Value[]) => Value;

/** Names bound where a node stands, and the slots they have. */
export interface Bound {
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
