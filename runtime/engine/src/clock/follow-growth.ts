/**
 * Collects statistics of tables that have grown, so that prepared statements are planned for their present size.
 *
 * PostgreSQL plans a prepared statement again once its tables are analyzed. Autovacuum may take minutes to do that, and
 * until then a statement that was planned for a few rows reads every record of a table with thousands.
 */
import { system } from "@nonet/database";
import type { Database } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";

const everyMilliseconds = 10_000;

/** Work for the worker: looks every ten seconds. */
export function followGrowth({ database }: Running): () => Promise<number> {
  let next = Date.now() + everyMilliseconds;
  return async () => {
    if (Date.now() < next) return 0;
    next = Date.now() + everyMilliseconds;
    await analyzeGrown(database);
    return 0;
  };
}

export async function analyzeGrown(database: Pick<Database, "rows">): Promise<void> {
  for (const row of await database.rows(system.grownTables)) await database.rows(system.analyzeTable(String(row["name"])));
}
