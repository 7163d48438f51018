export const q = (text: string, values: readonly unknown[] = []): Query => ({ text, values });

/** What every function of this package gives: a statement with its parameters, and who it is read for. */
export interface Query {
  /** Made from the text, so equal texts share one prepared statement; "" where nobody will send it again. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** What is asked behind it in the same turn goes along with it: one connection, one write. */
  readonly startsPipeline?: true;
  /** JSON comes as the text that it is: it is handed on, not read. */
  readonly asText?: true;
}

/** Whose sight a read has. The system sees everything. */
export type Reader =
  | { readonly kind: "system" }
  | { readonly kind: "anyone"; readonly link?: Link }
  | {
      readonly kind: "person";
      readonly id: string;
      readonly roles: readonly string[];
      readonly owner: boolean;
      readonly link?: Link;
      readonly represents?: readonly RepresentedUser[];
    };

/** Somebody in whose place the reader decides today. */
export interface RepresentedUser {
  readonly id: string;
  readonly roles: readonly string[];
  readonly owner: boolean;
}

/** The record whose secret link the reader holds: they act on it as `bearer`. */
export interface Link {
  readonly entity: string;
  readonly id: string;
}

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
