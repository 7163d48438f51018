/**
 * What an upgrade leaves to do while the product runs: missing or invalid indexes, constraints to validate, functions that
 * no version needs. It continues after an interruption; of several processes on a database one works at a time.
 */
import { computedFunctions, type FormerName, formerName, formerNames, type Query, system, systemTables, type ProcessLock, upgrade } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Database } from "../connection/contract.ts";
import { isUnavailable } from "../connection/errors.ts";
import { withShortLocks, dropShadowColumns } from "./fill-shadow-columns.ts";
import { renameHistoryKeys } from "./rename-history-keys.ts";

export interface BuildOptions {
  readonly onStep?: (sentence: string) => void;
  /** The version that the database had before: servers of it may still run. */
  readonly previous?: Product | undefined;
  readonly isStopped?: () => boolean;
}

export const finishUpgrade = (database: Database, product: Product, options: BuildOptions = {}): Promise<void> =>
  inTurn(database, "build", (connection) => finishOn(connection, product, options));

async function finishOn(connection: Connection, product: Product, { onStep = () => undefined, previous, isStopped = () => false }: BuildOptions): Promise<void> {
  // Another process may have switched to another version in the meantime.
  if ((await connection.row(system.readVersion))?.["version"] !== product.version) return;
  await dropUnfinished(connection);
  await dropShadowColumns(connection);
  const existing = await namesOf(connection, upgrade.indexesThere);
  const constrained = await namesOf(connection, upgrade.constraintsThere);
  const guards = upgrade.guards(product).filter((g) => !constrained.has(g.constraint));
  for (const index of [...upgrade.indexes(product), ...guards, ...upgrade.systemIndexes]) {
    if (existing.has(index.name)) continue;
    if (isStopped()) return;
    await connection.rows(index.query);
    onStep(`${index.name} is built.`);
  }
  for (const index of upgrade.abandonedIndexes(previous ? [previous, product] : [product], existing)) {
    if (isStopped()) return;
    await connection.rows(index.query);
    onStep(`${index.name} is no longer needed and is dropped.`);
  }
  for (const name of formerNames(product, previous)) if (!isStopped()) await renameInSystemTables(connection, name);
  await renameHistoryKeys(connection, isStopped);
  for (const row of await connection.rows(upgrade.unchecked)) await connection.rows(upgrade.statement(String(row["sql"])));
  for (const unique of upgrade.uniques(product).filter((u) => !constrained.has(u.name))) {
    if (isStopped()) return;
    await connection.rows(upgrade.statement(unique.index));
    await withShortLocks(connection, upgrade.statement(unique.constraint));
    onStep(`${unique.name} is built.`);
  }
  await validateChecks(connection, product, isStopped);
  // Servers of both versions may run until the last one is replaced, so only what neither needs is dropped.
  if (previous && previous.version !== product.version) await dropFunctions(connection, [previous, product]);
}

/** A check that was added without validation becomes an ordinary constraint once no record violates it. */
async function validateChecks(connection: Connection, product: Product, isStopped: () => boolean): Promise<void> {
  const existing = await namesOf(connection, upgrade.lateChecksThere);
  for (const { name, against: violations, settle } of upgrade.lateChecks(product)) {
    if (!existing.has(name) || isStopped()) continue;
    if ((await connection.rows(upgrade.statement(violations))).length === 0) await withShortLocks(connection, upgrade.statement(settle));
  }
}

async function renameInSystemTables(connection: Connection, name: FormerName): Promise<void> {
  for (const table of formerName.tables)
    for (let behind: string | null = "0"; behind !== null;) behind = ((await connection.row(formerName.batch(table, name, behind)))?.["last"] as string | null) ?? null;
  for (const query of formerName.rest(name)) await connection.rows(query);
}

async function dropFunctions(connection: Connection, needing: readonly Product[]): Promise<void> {
  const needed = new Set(needing.flatMap((p) => [...upgrade.functionsOf(p)]));
  for (const name of await namesOf(connection, upgrade.functionsThere)) if (!needed.has(name)) await connection.rows(upgrade.dropFunction(name));
}

export async function dropUnfinished(connection: Connection): Promise<void> {
  for (const name of await namesOf(connection, upgrade.invalidIndexes)) await connection.rows(upgrade.dropInvalidIndex(name));
}

export const namesOf = async (connection: Connection, query: Query): Promise<Set<string>> => new Set((await connection.rows(query)).map((r) => String(r["name"])));

const retryMilliseconds = 200;

/** Runs `work` while no other process does work of the same kind; `onTurn` gets the id of the backend that runs it. */
export function inTurn<T>(database: Database, at: ProcessLock, work: (connection: Connection) => Promise<T>, onTurn: (pid: number) => void = () => undefined): Promise<T> {
  return database.alone(async (connection) => {
    for (;;) {
      const [turn] = await connection.rows(upgrade.tryProcessLock(at));
      onTurn(Number(turn!["pid"]));
      if (turn!["taken"] === true) break;
      await new Promise((later) => setTimeout(later, retryMilliseconds));
    }
    const value = await work(connection);
    await connection.rows(upgrade.releaseProcessLock(at));
    return value;
  });
}

/** Creates or upgrades Nonet's own tables and the functions of computed fields; locks nothing where they are up to date. Call it within `inTurn`. */
export async function prepareSystemTables(database: Database, product: Product): Promise<void> {
  const made = (await database.row(upgrade.systemVersionThere))?.["made"];
  const tables = made === upgrade.systemVersion ? [] : [systemTables(), upgrade.setSystemVersion];
  const statements = [...tables, ...computedFunctions(product)];
  if (statements.length > 0) await database.script(statements);
}

export interface BackgroundBuild {
  /** Settles when everything is built, or the build was stopped. */
  readonly done: Promise<void>;
  /** Cancels the current step; the next start continues. */
  stop(): Promise<void>;
}

const untilDatabaseReturns = 1000;

/** Builds while the product runs, again where the database was away; `onFault` gets the error that ended the build. */
export function buildInBackground(database: Database, product: Product, previous: Product | undefined, onFault: (error: unknown) => void): BackgroundBuild {
  let stopped = false;
  let pid: number | null = null;
  const build = (): Promise<void> =>
    inTurn(
      database,
      "build",
      (connection) => (stopped ? Promise.resolve() : finishOn(connection, product, { previous, isStopped: () => stopped })),
      (mine) => {
        if (stopped) throw new BuildStopped();
        pid = mine;
      },
    ).catch(async (error: unknown) => {
      if (stopped) return;
      if (!isUnavailable(error)) return onFault(error);
      pid = null;
      for (let waited = 0; waited < untilDatabaseReturns && !stopped; waited += 20) await later();
      return build();
    });
  const done = build();
  return {
    done,
    stop: async () => {
      stopped = true;
      const settled = done.then(() => true);
      // Repeated, because the build may have been between two statements.
      while (!(await Promise.race([settled, later()]))) if (pid !== null) await database.rows(upgrade.cancel(pid)).catch(() => undefined);
    },
  };
}

class BuildStopped extends Error {}
const later = (): Promise<false> => new Promise((go) => setTimeout(() => go(false), 20));
