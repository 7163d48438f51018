/** Settings of an own PostgreSQL that slow the product down silently. */
import { system } from "@nonet/database";
import type { Database } from "./contract.ts";
import { readLocksWanted } from "./embedded-postgres.ts";

export async function tightSettings(database: Database): Promise<readonly string[]> {
  const row = await database.row(system.readLocks);
  return readLocksWarning(Number(row?.["max_pred_locks_per_transaction"]));
}

/** Decision 0012: a change that reads more than half of that many records of a table conflicts with every change of the table. */
export const readLocksWarning = (locks: number): readonly string[] =>
  locks >= readLocksWanted
    ? []
    : [
        `Changes that read many records will often run again: this PostgreSQL has max_pred_locks_per_transaction = ${locks}. Set it to ${readLocksWanted} (\`alter system set max_pred_locks_per_transaction = ${readLocksWanted}\`) and restart it.`,
      ];
