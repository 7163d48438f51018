/** Connections, transactions and the database as the rest of the engine uses them. */
import type { Query } from "@nonet/database";
import type { DatabaseStatistics } from "../contract/watch.ts";

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

/** Inside a transaction a statement may be sent without waiting: later statements see its effect, and the commit fails if it did. */
export interface Transaction extends Connection {
  later(query: Query): Promise<void>;
}

export interface Database extends Connection {
  /** Runs `work` in one serializable transaction, and again where it lost a race; `keys` are advisory locks around it. */
  transaction<T>(work: (connection: Transaction) => Promise<Finished<T>>, keys?: () => Promise<readonly string[]>): Promise<T>;
  /** One statement as a transaction of its own, on a connection that it shares with others. It waits for no lock longer than a moment. */
  atOnce(query: Query, isolation: "serializable" | "read committed"): Promise<readonly Row[]>;
  /** One statement in a transaction of its own, on a connection for which no change waits: a change may wait for it. Not flushed to disk before a later commit is. */
  apart(query: Query): Promise<readonly Row[]>;
  /** One connection outside of any transaction: for statements that PostgreSQL runs in no transaction, and for session locks. */
  alone<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** On a connection of a small pool for the conditions of requests, which have a time limit; when the signal aborts, the running statement is canceled. */
  forCondition<T>(work: (connection: Connection) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Several statements without parameters: DDL. */
  script(statements: readonly string[]): Promise<void>;
  statistics(): DatabaseStatistics;
  close(): Promise<void>;
}

/** The end of a transaction: its value, and whether it is committed. */
export interface Finished<T> {
  readonly value: T;
  readonly commit: boolean;
  /** A query that is sent together with the commit and runs after it; its rows are added to the value. If it fails, the value stays as it is. */
  readonly afterCommit?: { readonly query: Query; added(rows: readonly Row[]): T };
}
