/**
 * Moves a database from one version to another: what takes long is built beforehand beside whoever writes, then tables and
 * the note of what they are change together in one short transaction. Refused, all that was begun is taken back; stopped
 * in the middle, it is gone on with by the next that moves to the same version, and dropped by the next that does not.
 */
import { shadowColumns, historyKeys, planUpgrade, system, upgrade, type UpgradePlan } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Database } from "../connection/contract.ts";
import { constraintOf, stateOf } from "../connection/errors.ts";
import type { Outcome } from "../contract/outcome.ts";
import { forgetStuck } from "../effects/blocked-transitions.ts";
import { beginRecords, InitialRefused } from "../perform/initial-records.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { dropHalfBuilt, inTurn } from "./background-build.ts";
import { buildBeside, type Filling, refuseLosses, takeBack, WouldLose } from "./fill-shadow-columns.ts";
import { shownAs } from "./record-titles.ts";

/** Without what there is nothing left of to call otherwise. */
export async function planOn(database: Database, before: Product, after: Product): Promise<UpgradePlan> {
  const needed = new Set<string>();
  for (const one of shadowColumns(before, after)) if (one.onlyIf !== null && (await database.row(upgrade.statement(one.onlyIf)))) needed.add(one.name);
  return planUpgrade(before, after, (one) => needed.has(one.name));
}

export async function moveOver(database: Database, former: Product, product: Product, filling: Filling): Promise<Outcome<UpgradePlan>> {
  const plan = await planOn(database, former, product);
  const go = (connection: Connection): Promise<Outcome<UpgradePlan>> => move(database, connection, { former, product, plan, filling });
  return plan.before.length > 0 ? inTurn(database, "build", go) : database.alone(go);
}

interface Move {
  readonly former: Product;
  readonly product: Product;
  readonly plan: UpgradePlan;
  readonly filling: Filling;
}

async function move(database: Database, connection: Connection, { former, product, plan, filling }: Move): Promise<Outcome<UpgradePlan>> {
  try {
    if (plan.before.length > 0) {
      await dropHalfBuilt(connection);
      await takeBack(connection, plan.shadowColumns, plan.before);
      await buildBeside(connection, plan.before, filling);
    }
    const changed = await patiently(() => changeTogether(database, { former, product, plan, filling }));
    // What was filled stays for the next try.
    if (changed === null) return busy();
  } catch (error) {
    const why = await undone(connection, plan, await refusalOf(connection, former, error));
    if (why === null) throw error;
    return why;
  }
  for (const { sentence } of plan.switchover) filling.say(sentence);
  return done(plan);
}

/** All is as it was. Where even that fails, the next who opens the database does it. */
async function undone<T>(connection: Connection, plan: UpgradePlan, why: T): Promise<T> {
  if (plan.before.length > 0)
    await dropHalfBuilt(connection)
      .then(() => takeBack(connection))
      .catch(() => undefined);
  return why;
}

/** Tables, the note of what they are and the first records of new ones come together or not at all: a crash in between would leave a database that no version fits. */
function changeTogether(database: Database, { former, product, plan, filling }: Move): Promise<true> {
  return database.transaction(async (connection) => {
    await connection.rows(upgrade.lockTimeout);
    // Before the transaction first looks: what it sees is then all that the former version has written.
    for (const sql of plan.locks) await connection.rows(upgrade.statement(sql));
    if (!filling.acceptLoss) await refuseLosses(connection, plan.shadowColumns);
    await connection.rows(historyKeys.close(product.version));
    for (const { sql } of plan.switchover) await connection.rows(upgrade.statement(sql));
    await forgetStuck(connection, product);
    await connection.rows(system.writeMeta(product.version, product));
    await beginRecords(connection, database, product, former);
    return { keep: true, value: true };
  });
}

/** What records stand in the way of; null: something else went wrong. */
async function refusalOf(connection: Connection, former: Product, error: unknown): Promise<Outcome<never> | null> {
  if (error instanceof InitialRefused) return error.outcome;
  if (error instanceof WouldLose) {
    const { of, id } = error;
    const [shown] = await shownAs(connection, former, of.formerly, [id]);
    return refuse("conflict", problem("would-lose", `This would lose ${of.loses ?? "something"}: of ${shown ?? id}. It was written meanwhile, and all is as it was.`));
  }
  if (stateOf(error) === "NN001") return refuse("conflict", problem("stands-against", `${(error as Error).message}. \`nonet plan\` lists them.`));
  return ["23505", "23P01", "23503"].includes(stateOf(error) ?? "")
    ? refuse("conflict", problem("stands-against", `Records that are there stand against the new version (${constraintOf(error) ?? "a constraint"}); \`nonet plan\` lists them.`))
    : null;
}

/** Tries again where a lock didn't come in time; null: it never did. */
async function patiently<T>(work: () => Promise<T>): Promise<T | null> {
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

const busy = (): Outcome<never> => refuse("unavailable", problem("busy", "Other work holds the tables that would change; try again when it is done."));
