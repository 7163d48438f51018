/** What a PostgreSQL of one's own is set to that slows the product without a word. */
import { system } from "@nonet/database";
import type { Database } from "./contract.ts";
import { readLocksWanted } from "./embedded-postgres.ts";

export async function tightSettings(database: Database): Promise<readonly string[]> {
  const row = await database.row(system.readLocks);
  return sayReadLocks(Number(row?.["max_pred_locks_per_transaction"]));
}

/** Decision 0012: beyond half of so many records of a table, a change counts as having read all of it. */
export const sayReadLocks = (locks: number): readonly string[] =>
  locks >= readLocksWanted
    ? []
    : [
        `Changes that look through many records will often be run again: this PostgreSQL has max_pred_locks_per_transaction = ${locks}. Set it to ${readLocksWanted} (\`alter system set max_pred_locks_per_transaction = ${readLocksWanted}\`) and restart it.`,
      ];
