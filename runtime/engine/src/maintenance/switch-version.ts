/**
 * Switches a database from one version to another. Slow work is done first, while people write; then the tables and the
 * stored version change in one short transaction. A refused switch is undone. After an interruption the next switch to the
 * same version continues, and a switch to another version drops what was begun.
 */
import { historyKeys, planUpgrade, shadowColumns, system, upgrade, type UpgradePlan, type VersionEntry } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Database } from "../connection/contract.ts";
import { constraintOf, stateOf } from "../connection/errors.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { VersionNote } from "../contract/versions.ts";
import { pruneBlocked } from "../effects/blocked-transitions.ts";
import { beginRecords, InitialRefused } from "../import/initial-records.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { dropUnfinished, inTurn } from "./background-build.ts";
import { dropShadowColumns, type FillOptions, LossError, refuseLosses, runBackgroundSteps } from "./fill-shadow-columns.ts";
import { recordTitles } from "./record-titles.ts";
import { countingApprovals, refuseUnapproved, refuseUnseen, reviewVersion } from "./review-version.ts";
import { versionNotes } from "./version-notes.ts";

/** The plan without renames that are already done. */
export async function planSwitch(database: Pick<Connection, "row">, before: Product, after: Product): Promise<UpgradePlan> {
  const needed = new Set<string>();
  for (const one of shadowColumns(before, after)) if (one.onlyIf !== null && (await database.row(upgrade.statement(one.onlyIf)))) needed.add(one.name);
  return planUpgrade(before, after, (one) => needed.has(one.name));
}

/** What is kept of a version that goes live, and what it needs. */
export interface GoingLive {
  readonly note?: VersionNote | undefined;
  /** How many Owners must have approved it; undefined: as many as the product has noted in the database. */
  readonly approvals?: number | undefined;
  /** Where given, nothing else may be lost. */
  readonly seenLosses?: readonly string[] | undefined;
}

interface SwitchOptions extends FillOptions, GoingLive {
  /** In sentences. */
  readonly losses: readonly string[];
}

export async function switchVersion(database: Database, previous: Product, product: Product, fill: SwitchOptions): Promise<Outcome<UpgradePlan>> {
  const plan = await planSwitch(database, previous, product);
  // Before anything is built. It is checked again inside the transaction.
  const unapproved = await database.alone(async (connection) => (await approvalsOf(connection, { previous, product, plan, fill })).refusal);
  if (unapproved) return unapproved;
  const go = (connection: Connection): Promise<Outcome<UpgradePlan>> => move(database, connection, { previous, product, plan, fill });
  return plan.before.length > 0 ? inTurn(database, "build", go) : database.alone(go);
}

interface Move {
  readonly previous: Product;
  readonly product: Product;
  readonly plan: UpgradePlan;
  readonly fill: SwitchOptions;
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
    const { refusal, approvedBy } = await approvalsOf(connection, { previous, product, plan, fill });
    if (refusal) throw new NotApproved(refusal);
    await connection.rows(historyKeys.close(product.version));
    for (const { sql } of plan.switchover) await connection.rows(upgrade.statement(sql));
    await pruneBlocked(connection, product);
    await connection.rows(system.keepPreviousVersion);
    await connection.rows(system.writeMeta(product.version, product));
    if (previous.version !== product.version) {
      await connection.rows(system.addVersion(versionEntry(product, { ...fill, plan: keptSentences(previous, product, plan), approvedBy })));
      await connection.rows(system.clearDrafts);
    }
    await beginRecords(connection, database, product, previous);
    return { commit: true, value: true };
  });
}

/** A start with the version that the database has needs no approval. */
async function approvalsOf(connection: Connection, { fill, ...version }: Move): Promise<{ readonly refusal: Outcome<never> | null; readonly approvedBy: readonly string[] }> {
  if (version.previous.version === version.product.version) return { refusal: null, approvedBy: [] };
  const review = await reviewVersion(connection, version, fill.approvals);
  return { refusal: refuseUnseen(review, fill.seenLosses) ?? refuseUnapproved(review), approvedBy: countingApprovals(review).map(({ id }) => id) };
}

class NotApproved extends Error {
  constructor(readonly outcome: Outcome<never>) {
    super("not approved");
  }
}

/** Without the indexes, which change nothing that the product does. */
const keptSentences = (before: Product, after: Product, plan: UpgradePlan): readonly string[] => {
  const kept = (steps: UpgradePlan["after"]): UpgradePlan["after"] => steps.filter(({ isIndex }) => isIndex !== true);
  return planSentences(before, after, { ...plan, before: kept(plan.before), switchover: kept(plan.switchover), after: kept(plan.after) });
};

export const planSentences = (before: Product, after: Product, plan: UpgradePlan): readonly string[] => [
  ...new Set([...[...plan.before, ...plan.switchover, ...plan.after].map(({ sentence }) => sentence), ...versionNotes(before, after)]),
];

interface KeptWith {
  readonly note?: VersionNote | undefined;
  readonly plan?: readonly string[];
  readonly losses?: readonly string[];
  readonly approvedBy?: readonly string[];
}

/** A version as it is kept in the list. */
export const versionEntry = ({ version, sources }: Product, { note, plan = [], losses = [], approvedBy = [] }: KeptWith): VersionEntry => ({
  version,
  sources: sources.map(({ name, text }) => ({ name, text })),
  plan,
  losses,
  reason: note?.reason ?? "",
  by: note?.by ?? null,
  operator: note?.operator ?? null,
  approvedBy,
});

/** The refusal that names the records in the way; null: another error. */
async function refusalOf(connection: Connection, previous: Product, error: unknown): Promise<Outcome<never> | null> {
  if (error instanceof InitialRefused || error instanceof NotApproved) return error.outcome;
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
