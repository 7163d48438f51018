/**
 * Switches a database from one version to another. Slow work is done first, while people write; then the tables and the
 * stored version change in one short transaction. A refused switch is undone. After an interruption the next switch to the
 * same version continues, and a switch to another version drops what was begun.
 */
import { historyKeys, planUpgrade, shadowColumns, system, upgrade, type UpgradePlan } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Database } from "../connection/contract.ts";
import { constraintOf, stateOf } from "../connection/errors.ts";
import type { Outcome } from "../contract/outcome.ts";
import { pruneBlocked } from "../effects/blocked-transitions.ts";
import { beginRecords, InitialRefused } from "../import/initial-records.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { dropUnfinished, inTurn } from "./background-build.ts";
import { dropShadowColumns, type FillOptions, LossError, refuseLosses, runBackgroundSteps } from "./fill-shadow-columns.ts";
import { recordTitles } from "./record-titles.ts";

/** The plan without renames that are already done. */
export async function planSwitch(database: Database, before: Product, after: Product): Promise<UpgradePlan> {
  const needed = new Set<string>();
  for (const one of shadowColumns(before, after)) if (one.onlyIf !== null && (await database.row(upgrade.statement(one.onlyIf)))) needed.add(one.name);
  return planUpgrade(before, after, (one) => needed.has(one.name));
}

export async function switchVersion(database: Database, previous: Product, product: Product, fill: FillOptions): Promise<Outcome<UpgradePlan>> {
  const plan = await planSwitch(database, previous, product);
  const go = (connection: Connection): Promise<Outcome<UpgradePlan>> => move(database, connection, { previous, product, plan, fill });
  return plan.before.length > 0 ? inTurn(database, "build", go) : database.alone(go);
}

interface Move {
  readonly previous: Product;
  readonly product: Product;
  readonly plan: UpgradePlan;
  readonly fill: FillOptions;
}

async function move(database: Database, connection: Connection, { previous, product, plan, fill }: Move): Promise<Outcome<UpgradePlan>> {
  try {
    if (plan.before.length > 0) {
      await dropUnfinished(connection);
      await dropShadowColumns(connection, plan.shadowColumns, plan.before);
      await runBackgroundSteps(connection, plan.before, fill);
    }
    const changed = await retryLocks(() => changeTogether(database, { previous, product, plan, fill }));
    // The filled columns stay for the next attempt.
    if (changed === null) return busy();
  } catch (error) {
    const why = await undone(connection, plan, await refusalOf(connection, previous, error));
    if (why === null) throw error;
    return why;
  }
  for (const { sentence } of plan.switchover) fill.onStep(sentence);
  return done(plan);
}

/** Undoes what was begun. Where that fails too, the next process that opens the database does it. */
async function undone<T>(connection: Connection, plan: UpgradePlan, why: T): Promise<T> {
  if (plan.before.length > 0)
    await dropUnfinished(connection)
      .then(() => dropShadowColumns(connection))
      .catch(() => undefined);
  return why;
}

/** Tables, the stored version and the initial records of new entities change in one transaction: a crash in between would leave a database that fits no version. */
function changeTogether(database: Database, { previous, product, plan, fill }: Move): Promise<true> {
  return database.transaction(async (connection) => {
    await connection.rows(upgrade.lockTimeout);
    // The locks come before the snapshot, so that the transaction sees everything that the previous version wrote.
    for (const sql of plan.locks) await connection.rows(upgrade.statement(sql));
    if (!fill.acceptLoss) await refuseLosses(connection, plan.shadowColumns);
    await connection.rows(historyKeys.close(product.version));
    for (const { sql } of plan.switchover) await connection.rows(upgrade.statement(sql));
    await pruneBlocked(connection, product);
    await connection.rows(system.writeMeta(product.version, product));
    await beginRecords(connection, database, product, previous);
    return { commit: true, value: true };
  });
}

/** The refusal that names the records in the way; null: another error. */
async function refusalOf(connection: Connection, previous: Product, error: unknown): Promise<Outcome<never> | null> {
  if (error instanceof InitialRefused) return error.outcome;
  if (error instanceof LossError) {
    const { column, id } = error;
    const [title] = await recordTitles(connection, previous, column.formerly, [id]);
    return refuse(
      "conflict",
      problem("would-lose", `This would lose ${column.loses ?? "a value"} of ${title ?? id}. The value was written during the upgrade. Nothing was changed.`),
    );
  }
  if (stateOf(error) === "NN001") return refuse("conflict", problem("stands-against", `${(error as Error).message}. Run \`nonet plan\` to list them.`));
  return ["23505", "23P01", "23503"].includes(stateOf(error) ?? "")
    ? refuse("conflict", problem("stands-against", `Existing records violate the new version (${constraintOf(error) ?? "a constraint"}). Run \`nonet plan\` to list them.`))
    : null;
}

/** Retries where a lock wasn't granted in time; null: it never was. */
async function retryLocks<T>(work: () => Promise<T>): Promise<T | null> {
  for (let tries = 0; tries < 60; tries++) {
    try {
      return await work();
    } catch (error) {
      if (stateOf(error) !== upgrade.lockTimeoutState) throw error;
      await new Promise((later) => setTimeout(later, 500));
    }
  }
  return null;
}

const busy = (): Outcome<never> => refuse("unavailable", problem("busy", "Other transactions hold locks on the tables that would change. Try again later."));
