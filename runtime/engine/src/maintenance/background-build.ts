/**
 * What a change of version leaves to be done beside the running product: indexes that are missing or half built, references
 * not checked yet, functions that nobody needs any more. Interrupted, it is gone on with when it is run again; of several
 * processes on one database one does it at a time.
 */
import { computedFunctions, type FormerName, formerName, formerNames, type Query, system, systemTables, type ProcessLock, upgrade } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Database } from "../connection/contract.ts";
import { shortly, takeBack } from "./fill-shadow-columns.ts";
import { followHistory } from "./rename-history-keys.ts";

export interface Finishing {
  readonly say?: (sentence: string) => void;
  /** The version that the database has just been moved from: a server of it may run on for a while. */
  readonly former?: Product | undefined;
  readonly isStopped?: () => boolean;
}

export const finishUpgrade = (database: Database, product: Product, finishing: Finishing = {}): Promise<void> =>
  inTurn(database, "build", (connection) => finishOn(connection, product, finishing));

async function finishOn(connection: Connection, product: Product, { say = () => undefined, former, isStopped = () => false }: Finishing): Promise<void> {
  // Another process may have moved the database on meanwhile: what is missing now is that version's to say.
  if ((await connection.row(system.readVersion))?.["version"] !== product.version) return;
  await dropHalfBuilt(connection);
  await takeBack(connection);
  const there = await namesOf(connection, upgrade.indexesThere);
  const constrained = await namesOf(connection, upgrade.constraintsThere);
  const guards = upgrade.guards(product).filter((g) => !constrained.has(g.constraint));
  for (const index of [...upgrade.indexes(product), ...guards, ...upgrade.systemIndexes]) {
    if (there.has(index.name)) continue;
    if (isStopped()) return;
    await connection.rows(index.query);
    say(`${index.name} is built.`);
  }
  for (const name of formerNames(product, former)) if (!isStopped()) await callOtherwise(connection, name);
  await followHistory(connection, isStopped);
  for (const row of await connection.rows(upgrade.unchecked)) await connection.rows(upgrade.statement(String(row["sql"])));
  for (const unique of upgrade.uniques(product).filter((u) => !constrained.has(u.name))) {
    if (isStopped()) return;
    await connection.rows(upgrade.statement(unique.index));
    await shortly(connection, upgrade.statement(unique.constraint));
    say(`${unique.name} is built.`);
  }
  await settleChecks(connection, product, isStopped);
  // Only on a change of version, and only what neither version needs: servers of both may run until the last is replaced.
  if (former && former.version !== product.version) await dropFunctions(connection, [former, product]);
}

/** Where no record stands against a check that came later, the table keeps it, as if it had been there from the start. */
async function settleChecks(connection: Connection, product: Product, isStopped: () => boolean): Promise<void> {
  const there = await namesOf(connection, upgrade.lateChecksThere);
  for (const { name, against, settle } of upgrade.lateChecks(product)) {
    if (!there.has(name) || isStopped()) continue;
    if ((await connection.rows(upgrade.statement(against))).length === 0) await shortly(connection, upgrade.statement(settle));
  }
}

async function callOtherwise(connection: Connection, name: FormerName): Promise<void> {
  for (const table of formerName.tables)
    for (let behind: string | null = "0"; behind !== null;) behind = ((await connection.row(formerName.batch(table, name, behind)))?.["last"] as string | null) ?? null;
  for (const query of formerName.rest(name)) await connection.rows(query);
}

async function dropFunctions(connection: Connection, needing: readonly Product[]): Promise<void> {
  const needed = new Set(needing.flatMap((p) => [...upgrade.functionsOf(p)]));
  for (const name of await namesOf(connection, upgrade.functionsThere)) if (!needed.has(name)) await connection.rows(upgrade.dropFunction(name));
}

export async function dropHalfBuilt(connection: Connection): Promise<void> {
  for (const name of await namesOf(connection, upgrade.invalidIndexes)) await connection.rows(upgrade.dropInvalidIndex(name));
}

export const namesOf = async (connection: Connection, query: Query): Promise<Set<string>> => new Set((await connection.rows(query)).map((r) => String(r["name"])));

const everyMilliseconds = 200;

/** `onTurn` hears which of the database's processes does the work. */
export function inTurn<T>(database: Database, at: ProcessLock, work: (connection: Connection) => Promise<T>, onTurn: (pid: number) => void = () => undefined): Promise<T> {
  return database.alone(async (connection) => {
    for (;;) {
      const [turn] = await connection.rows(upgrade.tryProcessLock(at));
      onTurn(Number(turn!["pid"]));
      if (turn!["taken"] === true) break;
      await new Promise((later) => setTimeout(later, everyMilliseconds));
    }
    const value = await work(connection);
    await connection.rows(upgrade.releaseProcessLock(at));
    return value;
  });
}

/**
 * Nonet's own tables, as this Nonet wants them, and the computed fields' functions. Where they are made already nothing is
 * locked. One process at a time: the caller waits for its turn.
 */
export async function makeOwn(database: Database, product: Product): Promise<void> {
  const made = (await database.row(upgrade.systemVersionThere))?.["made"];
  const tables = made === upgrade.systemVersion ? [] : [systemTables(), upgrade.setSystemVersion];
  const statements = [...tables, ...computedFunctions(product)];
  if (statements.length > 0) await database.script(statements);
}

export interface Background {
  /** Settled when nothing is left to do, or it was stopped. */
  readonly done: Promise<void>;
  /** Gives up what is under way; the next start takes it up. */
  stop(): Promise<void>;
}

/** Does it while the product runs; `onFault` hears what keeps it from being done. */
export function finishInBackground(database: Database, product: Product, former: Product | undefined, onFault: (error: unknown) => void): Background {
  let stopped = false;
  let pid: number | null = null;
  const done = inTurn(
    database,
    "build",
    (connection) => (stopped ? Promise.resolve() : finishOn(connection, product, { former, isStopped: () => stopped })),
    (mine) => {
      if (stopped) throw new Gone();
      pid = mine;
    },
  ).catch((error: unknown) => {
    if (!stopped) onFault(error);
  });
  return {
    done,
    stop: async () => {
      stopped = true;
      const over = done.then(() => true);
      // Asked again: it may have been between two statements.
      while (!(await Promise.race([over, later()]))) if (pid !== null) await database.rows(upgrade.cancel(pid)).catch(() => undefined);
    },
  };
}

class Gone extends Error {}
const later = (): Promise<false> => new Promise((go) => setTimeout(() => go(false), 20));
