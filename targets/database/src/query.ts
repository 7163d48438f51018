/** What every function of this package gives: a statement with its parameters, and who it is read for. */
export interface Query {
  /** Made from the text, so equal texts share one prepared statement. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Whose sight a read has. The system sees everything. */
export type Reader =
  | { readonly kind: "system" }
  | { readonly kind: "anyone" }
  | { readonly kind: "person"; readonly id: string; readonly roles: readonly string[]; readonly owner: boolean };

/** Values of the variables that an expression may use; each is bound as one parameter. */
export interface Variables {
  /** A User's id; null or absent: the system. */
  readonly me?: string | null;
  /** The record before the change, in the form of `wholeRecordQuery` (JSON keys, computed fields included). */
  readonly old?: Readonly<Record<string, unknown>> | null;
  /** What the action asked for, by JSON key, in the API's forms. */
  readonly asked?: Readonly<Record<string, unknown>> | null;
  /** `body`, `answer`, `header`, `path`, `query` and names bound by `create … as x` or `for each x`: any JSON; a record is its id as text (or `{id}`), a number may be text. */
  readonly others?: Readonly<Record<string, unknown>>;
}
