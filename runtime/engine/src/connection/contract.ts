import type { Query } from "@nonet/database";

// What PostgreSQL sends has no static shape; each reader names what it takes from a row.
// oxlint-disable-next-line typescript/no-explicit-any
export type Row = Readonly<Record<string, any>>;

/** Sends statements on one connection, in order. */
export interface Connection {
  rows(query: Query): Promise<readonly Row[]>;
  /** The first row, or undefined. */
  row(query: Query): Promise<Row | undefined>;
  all(queries: readonly Query[]): Promise<void>;
}

/** Inside a transaction a statement may be sent without waiting: what follows is behind it, and the commit answers for it. */
export interface Transaction extends Connection {
  later(query: Query): Promise<void>;
}

export interface Database extends Connection {
  /** Runs `work` in one serializable transaction, again where it lost a race; `keys` are advisory locks held around it. */
  transaction<T>(work: (connection: Transaction) => Promise<Finished<T>>, keys?: () => Promise<readonly string[]>): Promise<T>;
  /** One connection outside any transaction, for as long as the work takes: what PostgreSQL does in no transaction, and locks that a session holds. */
  alone<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Several statements without parameters: DDL. */
  script(statements: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** What a transaction comes to: its value, and whether it is kept. */
export interface Finished<T> {
  readonly value: T;
  readonly keep: boolean;
  /** Read behind the commit, in the same breath, and added to the value; where that fails the value stands as it is. */
  readonly behind?: { readonly query: Query; added(rows: readonly Row[]): T };
}
