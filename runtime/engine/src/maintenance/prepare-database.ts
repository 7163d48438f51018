/** Brings a database to the state that a product needs: tables, changes since the last version, first records, first people. */
import { dataKindStatements, nameInPreviousVersion, planTables, system, upgrade } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Database } from "../connection/contract.ts";
import type { Outcome } from "../contract/outcome.ts";
import { beginRecords, InitialRefused } from "../perform/initial-records.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { makeOwn } from "./background-build.ts";
import type { DataKind } from "./data-kind.ts";
import { lossesOf } from "./plan-upgrade.ts";
import { moveOver, planOn } from "./switch-version.ts";

export interface Settings {
  /** Without initial records. */
  readonly bare?: boolean;
  /** The mark of a database that is made; real where it isn't given. */
  readonly kind?: DataKind;
}

export interface Prepared {
  readonly steps: readonly string[];
  readonly fresh: boolean;
  /** The version that the database held. */
  readonly former: Product | undefined;
}

/**
 * Makes or changes the tables; gives the sentences of what was done. Refused, with nothing done, where something would be
 * lost. Indexes of tables that are there, and what is checked of their records, are left to be done beside the running
 * product (finish-upgrade.ts). One process at a time: the caller waits for its turn.
 */
export async function bringUpToDate(database: Database, document: Product, settings: Settings = {}): Promise<Outcome<Prepared>> {
  await makeOwn(database, document);
  const stored = await database.row(system.readMeta);
  if (!stored) {
    const made = await makeTables(database, document, settings);
    if (!made.ok) return made;
    return done({ steps: document.entities.map((e) => `Make the table for ${e.plural}.`), fresh: true, former: undefined });
  }
  const former = stored["product"] as Product;
  const product = nameInPreviousVersion(former, document);
  const { together } = await planOn(database, former, product);
  const losses = await lossesOf(database, former, together);
  if (losses.length > 0) return refuse("conflict", ...losses.map((loss) => problem("would-lose", `${loss}; take it back, or do it with \`nonet apply FILE --accept-loss\`.`)));
  const moved = await moveOver(database, former, product, { acceptLoss: false, say: () => undefined });
  return moved.ok ? done({ steps: [...moved.value.together, ...moved.value.after].map((s) => s.sentence), fresh: false, former }) : moved;
}

/** Tables, the note of what they are for and the first records are made together: a crash in between would leave a database that no version fits. */
async function makeTables(database: Database, product: Product, { bare = false, kind = "real" }: Settings): Promise<Outcome<null>> {
  try {
    return await database.transaction(async (connection) => {
      for (const sql of planTables(product)) await connection.rows(upgrade.statement(sql));
      await connection.rows(system.writeMeta(product.version, product));
      await connection.rows(dataKindStatements.write(kind));
      if (!bare) await beginRecords(connection, database, product, null);
      return { keep: true, value: done(null) };
    });
  } catch (error) {
    if (error instanceof InitialRefused) return error.outcome;
    throw error;
  }
}
