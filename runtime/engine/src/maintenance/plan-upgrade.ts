/**
 * Upgrades a database from its version to another: first a plan of what would change, be lost, or violate the new version;
 * then the upgrade, which can be repeated after an interruption.
 */
import { type ChangeStep, nameInPreviousVersion, planTables, system, upgrade } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Database } from "../connection/contract.ts";
import type { Violation } from "../contract/change-preview.ts";
import type { Outcome } from "../contract/outcome.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { finishUpgrade, inTurn, prepareSystemTables, namesOf } from "./background-build.ts";
import { lossesOf } from "./planned-losses.ts";
import { type GoingLive, planSwitch, switchVersion } from "./switch-version.ts";
import { versionNotes } from "./version-notes.ts";
import { findViolations } from "./violating-records.ts";

export interface Upgrade {
  /** The database has no product yet. */
  readonly fresh: boolean;
  readonly steps: readonly { readonly sentence: string; readonly sql: string; readonly when: "before" | "together" | "after" }[];
  readonly losses: readonly string[];
  readonly found: readonly Violation[];
  readonly notes: readonly string[];
  /** The version that the database has; absent if it has none. */
  readonly before?: Product;
}

/** What the upgrade would do; changes nothing. */
export async function planUpgradeOn(database: Database, document: Product): Promise<Outcome<Upgrade>> {
  await inTurn(database, "start", () => prepareSystemTables(database, document));
  const stored = await database.row(system.readMeta);
  if (!stored)
    return {
      ok: true,
      value: {
        fresh: true,
        steps: planTables(document).map((sql) => ({ sql, sentence: "Create the tables of the document.", when: "together" as const })),
        losses: [],
        found: [],
        notes: [],
      },
    };
  const before = stored["product"] as Product;
  const product = nameInPreviousVersion(before, document);
  const plan = await planSwitch(database, before, product);
  const surveyed = await database.alone(async (connection) => ({
    losses: await lossesOf(connection, before, plan.switchover),
    found: await findViolations(connection, before, product),
  }));
  const after = await unfinished(database, product, plan.after);
  const steps = [
    ...plan.before.map((s) => ({ ...s, when: "before" as const })),
    ...plan.switchover.map((s) => ({ ...s, when: "together" as const })),
    ...after.map((s) => ({ ...s, when: "after" as const })),
  ];
  return { ok: true, value: { fresh: false, steps: steps.map(({ sentence, sql, when }) => ({ sentence, sql, when })), ...surveyed, notes: versionNotes(before, product), before } };
}

/** Indexes that an earlier, interrupted upgrade left to build. */
async function unfinished(database: Database, product: Product, planned: readonly ChangeStep[]): Promise<readonly ChangeStep[]> {
  const existing = await namesOf(database, upgrade.indexesThere);
  const missing = upgrade.indexes(product).filter((i) => !existing.has(i.name) && !planned.some((p) => p.sql === i.query.text));
  return [...planned, ...missing.map((i) => ({ sql: i.query.text, sentence: `${i.name} remains to be built.`, loses: null }))];
}

export interface ApplyOptions extends GoingLive {
  readonly acceptLoss: boolean;
  readonly onStep?: (sentence: string) => void;
}

/** Applies the plan. `acceptLoss`: losses are accepted. */
export async function applyUpgradeOn(database: Database, document: Product, options: ApplyOptions): Promise<Outcome<Upgrade>> {
  const planned = await planUpgradeOn(database, document);
  if (!planned.ok) return planned;
  const stops = planned.value.found.filter((f) => f.stops);
  if (stops.length > 0) return refuse("conflict", ...stops.map((f) => problem("stands-against", `${f.count} of the ${f.what}: ${f.shown.join(", ")}.`)));
  if (planned.value.losses.length > 0 && !options.acceptLoss) return refuse("conflict", ...planned.value.losses.map((loss) => problem("would-lose", loss)));
  const onStep = options.onStep ?? (() => {});
  const previous = (await database.row(system.readMeta))?.["product"] as Product;
  const product = nameInPreviousVersion(previous, document);
  const switched = await switchVersion(database, previous, product, { ...options, onStep, losses: planned.value.losses });
  if (!switched.ok) return switched;
  await finishUpgrade(database, product, { onStep, previous });
  return planned;
}
