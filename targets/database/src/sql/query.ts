/** A statement with its parameters, which every function of this package returns, and the reader whose visibility it has. */

/** A statement and the values of its parameters. */
export interface Query {
  /** Derived from the text, so that equal texts share one prepared statement; "" for a statement that is sent once. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Statements that follow in the same tick are pipelined with it: one connection, one write. */
  readonly startsPipeline?: true;
  /** Finds a row by its key, so that others may wait behind it: it shares a connection. */
  readonly isShort?: true;
  /** JSON is returned as text, not parsed: the caller passes it on. */
  readonly asText?: true;
  /** Makes a row of its columns; absent: a row has their values by name. */
  readonly readRow?: ReadRow;
}

/** A row of the columns as PostgreSQL sends them, in their order. `record` is JSON text. */
export type ReadRow = (fields: readonly (string | null)[]) => RecordRow;

interface RecordRow {
  readonly id: string | null | undefined;
  readonly version: number;
  readonly record: string;
  /** The sort keys, by which the next page begins behind the row. */
  readonly keys: readonly (string | null)[];
}

/** Whose visibility a read has. The system sees everything. */
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

/** A person in whose place the reader decides today. */
export interface RepresentedUser {
  readonly id: string;
  readonly roles: readonly string[];
  readonly owner: boolean;
}

/** The record whose secret link the reader holds. They act on it in the role `bearer`. */
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
  /** The action's input, by JSON key, in the API's forms. */
  readonly asked?: Readonly<Record<string, unknown>> | null;
  /** `body`, `answer`, `header`, `path`, `query` and names bound by `create … as x` or `for each x`: any JSON; a record is its id as text (or `{id}`), a number may be text. */
  readonly others?: Readonly<Record<string, unknown>>;
}

/** A statement that isn't prepared by name. */
export const plainQuery = (text: string, values: readonly unknown[] = []): Query => ({ text, values });
