/**
 * Moves a database from the version that it holds to another: first a look at what would change, be lost, or stand
 * against it; then the change itself, which an interruption leaves either undone or to be gone on with.
 */
import { nameInPreviousVersion, type ChangeStep, planTables, system, upgrade } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Database } from "../connection/contract.ts";
import type { Outcome } from "../contract/outcome.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { finishUpgrade, inTurn, makeOwn, namesOf } from "./background-build.ts";
import { shownAs } from "./record-titles.ts";
import { moveOver, planOn } from "./switch-version.ts";
import { versionNotes } from "./version-notes.ts";
import { type Found, mostShown, recordsFound } from "./violating-records.ts";

export interface Upgrade {
  /** Nothing is there yet. */
  readonly fresh: boolean;
  readonly steps: readonly { readonly sentence: string; readonly sql: string; readonly when: "before" | "together" | "after" }[];
  readonly losses: readonly string[];
  readonly found: readonly Found[];
  readonly notes: readonly string[];
}

/** What would happen; nothing stays changed. */
export async function planUpgradeOn(database: Database, document: Product): Promise<Outcome<Upgrade>> {
  await inTurn(database, "start", () => makeOwn(database, document));
  const stored = await database.row(system.readMeta);
  if (!stored)
    return {
      ok: true,
      value: {
        fresh: true,
        steps: planTables(document).map((sql) => ({ sql, sentence: "Make what the document says.", when: "together" as const })),
        losses: [],
        found: [],
        notes: [],
      },
    };
  const before = stored["product"] as Product;
  const product = nameInPreviousVersion(before, document);
  const plan = await planOn(database, before, product);
  const surveyed = await database.alone(async (connection) => ({
    losses: await lossesOf(connection, before, plan.switchover),
    found: await recordsFound(connection, before, product),
  }));
  const after = await unfinished(database, product, plan.after);
  const steps = [
    ...plan.before.map((s) => ({ ...s, when: "before" as const })),
    ...plan.switchover.map((s) => ({ ...s, when: "together" as const })),
    ...after.map((s) => ({ ...s, when: "after" as const })),
  ];
  return { ok: true, value: { fresh: false, steps: steps.map(({ sentence, sql, when }) => ({ sentence, sql, when })), ...surveyed, notes: versionNotes(before, product) } };
}

/** Indexes that an earlier, interrupted apply left to be built. */
async function unfinished(database: Database, product: Product, planned: readonly ChangeStep[]): Promise<readonly ChangeStep[]> {
  const there = await namesOf(database, upgrade.indexesThere);
  const missing = upgrade.indexes(product).filter((i) => !there.has(i.name) && !planned.some((p) => p.sql === i.query.text));
  return [...planned, ...missing.map((i) => ({ sql: i.query.text, sentence: `${i.name} is still to be built.`, loses: null }))];
}

/** What would really be lost, and by whom: a change of type that every value survives loses nothing. */
export async function lossesOf(connection: Connection, before: Product, steps: readonly ChangeStep[]): Promise<string[]> {
  const losses: string[] = [];
  for (const step of steps) {
    if (step.loses === null) continue;
    const rows = step.losesOnly === undefined ? [] : await connection.rows(upgrade.counted(step.losesOnly, mostShown));
    if (step.losesOnly !== undefined && rows.length === 0) continue;
    const ids = rows.map((r) => r["id"] as string);
    const count = Number(rows[0]?.["count"] ?? 0);
    const counted = count === 0 ? "" : ` (${count} of them: ${(await shownAs(connection, before, step.of ?? "", ids)).join(", ")}${count > ids.length ? ", …" : ""})`;
    losses.push(`${step.sentence} This would lose ${step.loses}${counted}`);
  }
  return losses;
}

/** Does what the plan says. `acceptLoss`: what would be lost may be. */
export async function applyUpgradeOn(
  database: Database,
  document: Product,
  options: { readonly acceptLoss: boolean; readonly onStep?: (sentence: string) => void },
): Promise<Outcome<Upgrade>> {
  const planned = await planUpgradeOn(database, document);
  if (!planned.ok) return planned;
  const stops = planned.value.found.filter((f) => f.stops);
  if (stops.length > 0) return refuse("conflict", ...stops.map((f) => problem("stands-against", `${f.count} of the ${f.what}: ${f.shown.join(", ")}.`)));
  if (planned.value.losses.length > 0 && !options.acceptLoss) return refuse("conflict", ...planned.value.losses.map((loss) => problem("would-lose", loss)));
  const say = options.onStep ?? (() => {});
  const former = (await database.row(system.readMeta))?.["product"] as Product;
  const product = nameInPreviousVersion(former, document);
  const moved = await moveOver(database, former, product, { acceptLoss: options.acceptLoss, say });
  if (!moved.ok) return moved;
  await finishUpgrade(database, product, { say, former });
  return planned;
}
