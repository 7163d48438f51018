/** Plans or applies an upgrade on a database that is opened for this alone, without running the product. */
import { system } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Database } from "../connection/contract.ts";
import { openDatabase } from "../connection/database.ts";
import { launchPostgres, type Postgres } from "../connection/embedded-postgres.ts";
import { stateOf } from "../connection/errors.ts";
import { LaunchProblem } from "../connection/launch-problem.ts";
import type { EngineOptions } from "../contract/engine-options.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { VersionNote } from "../contract/versions.ts";
import { isTransactionPooled, poolerMessage } from "../processes/pooler.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { inTurn, prepareSystemTables } from "./background-build.ts";
import type { DataKind } from "./data-kind.ts";
import { applyUpgradeOn, planUpgradeOn, type Upgrade } from "./plan-upgrade.ts";
import { operator } from "../security/operator.ts";
import { recordVersion } from "../security/record-version.ts";
import { prepareDatabase } from "./prepare-database.ts";

export interface UpgradeOptions {
  readonly product: Product;
  readonly database: EngineOptions["database"];
  readonly files: string;
  /** The mark of a database that is created; real where it isn't given. */
  readonly kind?: DataKind;
  /** Why the version goes live, for the list of versions. */
  readonly reason?: string;
  /** How many Owners must have approved it, if the product asks for fewer. */
  readonly approvals?: number | undefined;
}

/** Runs `work` with an open database; a database that can't be reached is a refusal. */
export async function withDatabase<T>(at: EngineOptions["database"], work: (database: Database) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  let postgres: Postgres | null = null;
  let database: Database | null = null;
  try {
    if ("folder" in at) postgres = await launchPostgres(at.folder);
    if ("url" in at && (await isTransactionPooled(at.url))) return refuse("unavailable", problem("database", poolerMessage));
    database = openDatabase("url" in at ? at.url : postgres!.url);
    await database.rows(system.ping);
    return await work(database);
  } catch (error) {
    if (error instanceof LaunchProblem) return refuse("unavailable", problem("database", error.message));
    if (/^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|ERR_INVALID_URL|28|3D|57P|08|ENOENT)/.test(stateOf(error) ?? "") || error instanceof TypeError)
      return refuse(
        "unavailable",
        problem(
          "database",
          `The database doesn't answer (${(error as Error).message || stateOf(error)}); check the address given with --database, and that PostgreSQL runs there.`,
        ),
      );
    throw error;
  } finally {
    await database?.close().catch(() => undefined);
    await postgres?.stop();
  }
}

export const planProductUpgrade = (options: UpgradeOptions): Promise<Outcome<Upgrade>> => withDatabase(options.database, (database) => planUpgradeOn(database, options.product));

export function applyProductUpgrade(options: UpgradeOptions & { readonly acceptLoss: boolean; readonly onStep?: (sentence: string) => void }): Promise<Outcome<Upgrade>> {
  const { product, approvals } = options;
  const note = { by: null, operator: operator("nonet apply"), reason: options.reason ?? "" };
  return withDatabase(options.database, async (database) => {
    await inTurn(database, "start", () => prepareSystemTables(database, product));
    const stored = await database.row(system.readStored);
    if (!stored) return createAll(database, options, note);
    // The command's own environment can ask for more approvals than the product, not for fewer.
    const needed = Math.max(approvals ?? 0, Number(stored["approvals"]));
    const applied = await applyUpgradeOn(database, product, { ...options, approvals: needed, note });
    if (applied.ok) await recordVersion(database, { before: String(stored["version"]), after: product.version, command: "nonet apply" });
    return applied;
  });
}

async function createAll(database: Database, { product, kind }: UpgradeOptions, note: VersionNote): Promise<Outcome<Upgrade>> {
  const planned = await planUpgradeOn(database, product);
  if (!planned.ok) return planned;
  const made = await inTurn(database, "start", () => prepareDatabase(database, product, { note, ...(kind ? { kind } : {}) }));
  return made.ok ? planned : made;
}
