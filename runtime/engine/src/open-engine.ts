/** Opens a product on its database: starts it, brings it up to date, and wires every part of the engine together. */
import { mayEver, mayRead, system } from "@nonet/database";
import { LaunchProblem, launchPostgres, type Postgres } from "./launch-postgres.ts";
import { openDatabase, stateOf, type Database } from "./connection.ts";
import { makePeople } from "./people.ts";
import { makeRehearsal } from "./rehearsal.ts";
import { addFirstPeople, addInitialRecords, bringUpToDate } from "./prepare.ts";
import { listRecords, readHistory, readRecord } from "./read-records.ts";
import { loadFile, storeFile } from "./files.ts";
import { performOn } from "./perform.ts";
import { readScreenData } from "./screen-data.ts";
import { receiveCall } from "./receive-call.ts";
import { shownActions } from "./actions-shown.ts";
import { startWorker, type Worker } from "./worker.ts";
import { done, problem, refuse } from "./refusal.ts";
import { readerOf } from "./work.ts";
import { announce, type Running } from "./running.ts";
import type { Actor, Change, Engine, EngineOptions, Outcome, PerformOptions, Shown } from "./engine.ts";

export async function openEngine(options: EngineOptions): Promise<Outcome<Engine>> {
  let postgres: Postgres | null = null;
  let database: Database | null = null;
  try {
    if ("folder" in options.database) postgres = await launchPostgres(options.database.folder);
    const url = "url" in options.database ? options.database.url : postgres!.url;
    database = openDatabase(url);
    await database.rows(system.ping);
    const opened = await openOn(options, database, postgres);
    if (!opened.ok) await shut(database, postgres);
    return opened;
  } catch (error) {
    await shut(database, postgres);
    if (error instanceof LaunchProblem) return refuse("unavailable", problem("database", error.message));
    if (/^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|ERR_INVALID_URL|28|3D|57P|08|ENOENT)/.test(stateOf(error) ?? "") || error instanceof TypeError) return refuse("unavailable", problem("database", `The database doesn't answer (${(error as Error).message || stateOf(error)}); check the address given with --database, and that PostgreSQL runs there.`));
    throw error;
  }
}

async function shut(database: Database | null, postgres: Postgres | null): Promise<void> {
  await database?.close().catch(() => undefined);
  await postgres?.stop();
}

async function openOn(options: EngineOptions, database: Database, postgres: Postgres | null): Promise<Outcome<Engine>> {
  const prepared = await bringUpToDate(database, options.product);
  if (!prepared.ok) return prepared;
  const running: Running = { product: options.product, database, options, listeners: new Set() };
  if (prepared.value.fresh) {
    const initial = await addInitialRecords(running, running.product.entities);
    if (!initial.ok) return initial;
  }
  if (!options.rehearse) await database.rows(system.setClock(null));
  const people = await addFirstPeople(running);
  if (!people.ok) return people;
  const worker = startWorker(running, () => undefined);
  const rehearsal = options.rehearse ? await makeRehearsal(running, worker) : null;
  worker.wake();
  return done({ ...parts(running, worker), rehearsal, close: () => close(running, worker, postgres), get product() { return running.product; } } as Engine);
}

function parts(running: Running, worker: Worker): Omit<Engine, "product" | "rehearsal" | "close"> {
  return {
    people: makePeople(running),
    perform: (actor, change, settings) => perform(running, worker, actor, change, settings),
    list: (actor, request) => listRecords(running, actor, request),
    record: (actor, entity, id, fields) => readRecord(running, actor, entity, id, fields),
    actions: (actor, entity, id) => shownActions(running, actor, entity, id),
    history: (actor, entity, id) => readHistory(running, actor, entity, id),
    screenData: (actor, screen) => readScreenData(running, actor, screen),
    mayCreate: (actor, entity) => mayEver(running.product, readerOf(actor), entity, "create"),
    storeFile: (actor, file) => storeFile(running, actor, file),
    readFile: (actor, id) => loadFile(running, actor, id),
    receive: async (call, input) => {
      const outcome = await receiveCall(running, call, input);
      worker.wake();
      return outcome;
    },
    onChange: (listener) => {
      running.listeners.add(listener);
      return () => running.listeners.delete(listener);
    },
    change: (product) => changeProduct(running, product),
  };
}

async function perform(running: Running, worker: Worker, actor: Actor, change: Change, settings?: PerformOptions): Promise<Outcome<Shown | null>> {
  const known = "id" in change ? await readRecord(running, actor, change.entity, change.id) : null;
  if (known && !known.ok) return known;
  const exact = known && "id" in change ? { ...change, id: known.value.id } : change;
  const outcome = await performOn(running.database, running.product, actor, exact, settings);
  if (!outcome.ok) return outcome;
  const { value } = outcome;
  if (settings?.dryRun) return done(readable(running, actor, change.entity, value.after));
  announce(running, value);
  if (value.touched.length > 0) worker.wake();
  if (exact.kind === "delete") return done(null);
  const shown = await readRecord(running, actor, change.entity, value.id);
  return done(shown.ok ? shown.value : { id: value.id, version: Number(value.after?.["version"] ?? 1) });
}

/** A dry run's record isn't stored, so it is cut to what the actor could read of the entity. */
function readable(running: Running, actor: Actor, entity: string, after: Readonly<Record<string, unknown>> | null): Shown | null {
  if (!after) return null;
  const fields = running.product.entities.find((e) => e.name === entity)?.fields ?? [];
  const hidden = new Set(fields.filter((f) => mayRead(running.product, readerOf(actor), entity, f.name) === "never").map((f) => f.key));
  return Object.fromEntries(Object.entries(after).filter(([key]) => !hidden.has(key))) as Shown;
}

async function changeProduct(running: Running, product: Engine["product"]): Promise<Outcome<{ readonly steps: readonly string[] }>> {
  const before = running.product;
  const prepared = await bringUpToDate(running.database, product);
  if (!prepared.ok) return prepared;
  running.product = product;
  const added = product.entities.filter((e) => !before.entities.some((b) => b.name === e.name));
  const initial = await addInitialRecords(running, added);
  if (!initial.ok) return initial;
  const people = await addFirstPeople(running);
  if (!people.ok) return people;
  return done({ steps: prepared.value.steps });
}

async function close(running: Running, worker: Worker, postgres: Postgres | null): Promise<void> {
  await worker.stop();
  await shut(running.database, postgres);
}
