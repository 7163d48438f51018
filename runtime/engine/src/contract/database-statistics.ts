/** What the connections of one process to its database do. */
import type { StatementCounts } from "../statistics/database-statistics.ts";

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
