/** What the engine discloses to whoever watches a running product. */
import type { StatementCounts } from "../statistics/database-statistics.ts";
import type { WorkerStatistics } from "../statistics/worker-statistics.ts";

export type { WorkerStatistics };

export interface Watch {
  /** Whether the database answers within `milliseconds`, and whether it is still at this version of the document. */
  readiness(milliseconds: number): Promise<{ readonly database: boolean; readonly current: boolean }>;
  /** Of this process, without asking the database. */
  database(): DatabaseStatistics;
  worker(): WorkerStatistics;
  /** Asks the database; null where it doesn't answer within `milliseconds`. */
  measure(milliseconds: number): Promise<Measures | null>;
  /** Called with the seconds between each timer's moment and its run; returns the function that unsubscribes. */
  onTimer(listener: (lateBy: number) => void): () => void;
}

/** Of the whole product, whichever process is asked. Ages are in seconds. */
export interface Measures {
  readonly outbox: { readonly waiting: number; readonly due: number; readonly oldest: number; readonly failed: number };
  readonly postgres: {
    readonly maxConnections: number;
    readonly connections: number;
    readonly bytes: number;
    readonly oldestTransaction: number;
    readonly commits: number;
    readonly rollbacks: number;
    readonly deadlocks: number;
    readonly blocksCached: number;
    readonly blocksRead: number;
    readonly temporaryBytes: number;
    /** Seconds by which the database's clock is ahead of this machine's. */
    readonly clockAhead: number;
  };
  /** Where uploaded files are, and the embedded database; null where the disk doesn't answer. */
  readonly freeBytes: number | null;
}

/** `waiting`: requests that wait for a connection. */
export interface ConnectionUse {
  readonly active: number;
  readonly idle: number;
  readonly waiting: number;
  readonly most: number;
}

export interface DatabaseStatistics extends StatementCounts {
  readonly connections: { readonly changes: ConnectionUse; readonly conditions: ConnectionUse };
}
