/** Brings a database to the version of a product: creates its tables and initial records, or upgrades them. */
import { dataKindStatements, nameInPreviousVersion, planTables, system, upgrade } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Database } from "../connection/contract.ts";
import type { Outcome } from "../contract/outcome.ts";
import { beginRecords, InitialRefused } from "../import/initial-records.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { prepareSystemTables } from "./background-build.ts";
import type { DataKind } from "./data-kind.ts";
import { lossesOf } from "./planned-losses.ts";
import { type GoingLive, planSwitch, switchVersion, versionEntry } from "./switch-version.ts";

export interface PrepareOptions extends GoingLive {
  /** Leaves initial records out. */
  readonly bare?: boolean;
  /** The mark of a database that is created; real where it isn't given. */
  readonly kind?: DataKind;
  readonly acceptLoss?: boolean;
}

export interface Prepared {
  readonly steps: readonly string[];
  readonly fresh: boolean;
  /** The version that the database had. */
  readonly previous: Product | undefined;
}

/**
 * Gives a sentence for each thing done; refused, with nothing done, where something would be lost. Indexes of existing
 * tables and the validation of their records are left to background-build.ts. Call it within `inTurn`.
 */
export async function prepareDatabase(database: Database, document: Product, options: PrepareOptions = {}): Promise<Outcome<Prepared>> {
  await prepareSystemTables(database, document);
  const stored = await database.row(system.readMeta);
  if (!stored) {
    const created = await createTables(database, document, options);
    if (!created.ok) return created;
    return done({ steps: document.entities.map((e) => `Create the table for ${e.plural}.`), fresh: true, previous: undefined });
  }
  const previous = stored["product"] as Product;
  const product = nameInPreviousVersion(previous, document);
  const { switchover } = await planSwitch(database, previous, product);
  const losses = await lossesOf(database, previous, switchover);
  if (losses.length > 0 && options.acceptLoss !== true)
    return refuse(
      "conflict",
      ...losses.map((loss) => problem("would-lose", `${loss}. Undo the change in the document, or accept the loss with \`nonet apply FILE --accept-loss\`.`)),
    );
  const switched = await switchVersion(database, previous, product, { ...options, acceptLoss: options.acceptLoss === true, onStep: () => undefined, losses });
  return switched.ok ? done({ steps: [...switched.value.switchover, ...switched.value.after].map((s) => s.sentence), fresh: false, previous }) : switched;
}

/** Tables, the stored version and the initial records are created in one transaction: a crash in between would leave a database that fits no version. */
async function createTables(database: Database, product: Product, { bare = false, kind = "real", note }: PrepareOptions): Promise<Outcome<null>> {
  try {
    return await database.transaction(async (connection) => {
      for (const sql of planTables(product)) await connection.rows(upgrade.statement(sql));
      await connection.rows(system.writeMeta(product.version, product));
      await connection.rows(dataKindStatements.write(kind));
      if (!bare) await connection.rows(system.addVersion(versionEntry(product, { note })));
      if (!bare) await beginRecords(connection, database, product, null);
      return { commit: true, value: done(null) };
    });
  } catch (error) {
    if (error instanceof InitialRefused) return error.outcome;
    throw error;
  }
}
