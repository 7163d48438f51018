/** Opens a product on its database: starts it, brings it up to date, and wires every part of the engine together. */
import { mayEver, recordQuery, system } from "@nonet/database";
import type { Product } from "@nonet/model";
import { finishInBackground, inTurn, type Background } from "./finish-upgrade.ts";
import { LaunchProblem, launchPostgres, type Postgres } from "./launch-postgres.ts";
import { openDatabase, stateOf, type Database } from "./connection.ts";
import { importOn, type Imported, type ImportLine, type ImportOptions } from "./import-records.ts";
import { makePeople } from "./people.ts";
import { makeRehearsal } from "./rehearsal.ts";
import { addFirstPeople, bringUpToDate, type Prepared } from "./prepare.ts";
import { listRecords, listTexts, readHistory, readRecord, readableKeys, recordText } from "./read-records.ts";
import { loadFile, storeFile } from "./files.ts";
import { performOn, type Performed } from "./perform.ts";
import { erasePerson, exportPerson } from "./person-data.ts";
import { openLink } from "./secret-links.ts";
import { readScreenData } from "./screen-data.ts";
import { setAsker } from "./ask-first.ts";
import { askNow } from "./deliver-outbox.ts";
import { makeFailedCalls } from "./failed-calls.ts";
import { missingSettings } from "./missing-settings.ts";
import { tightSettings } from "./tight-settings.ts";
import { enveloped, offerCall } from "./offer-call.ts";
import { readRecordAt } from "./record-at.ts";
import { receiveCall } from "./receive-call.ts";
import { makeSingleSignOn } from "./single-sign-on.ts";
import { shownActions } from "./actions-shown.ts";
import { makeDeputies, withRepresented } from "./deputies.ts";
import { stuckTransitions } from "./stuck-transitions.ts";
import { showDecision } from "./decision-shown.ts";
import { actionOf } from "./machine-of-action.ts";
import { startWorker, type Worker } from "./worker.ts";
import { done, notFound, problem, refuse } from "./refusal.ts";
import { faultsOf, isOutdated, reportFault } from "./report-fault.ts";
import { isId } from "./read-values.ts";
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
    if (/^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|ERR_INVALID_URL|28|3D|57P|08|ENOENT)/.test(stateOf(error) ?? "") || error instanceof TypeError)
      return refuse(
        "unavailable",
        problem(
          "database",
          `The database doesn't answer (${(error as Error).message || stateOf(error)}); check the address given with --database, and that PostgreSQL runs there.`,
        ),
      );
    throw error;
  }
}

async function shut(database: Database | null, postgres: Postgres | null): Promise<void> {
  await database?.close().catch(() => undefined);
  await postgres?.stop();
}

async function openOn(options: EngineOptions, database: Database, postgres: Postgres | null): Promise<Outcome<Engine>> {
  const running: Running = { product: options.product, database, options, listeners: new Set() };
  setAsker(database, (question) => askNow(running, question));
  const prepared = await inTurn(database, "start", () => prepare(running));
  if (!prepared.ok) return prepared;
  const worker = startWorker(running, (at) => faultsOf(running, at));
  const rehearsal = options.rehearse ? await makeRehearsal(running, worker) : null;
  worker.wake();
  const building = keepBuilding(running, prepared.value.former);
  return done({
    ...parts(running, worker, building),
    rehearsal,
    close: () => close(running, worker, building, postgres),
    get product() {
      return running.product;
    },
  } as Engine);
}

/** All that a database needs before anybody is served. */
async function prepare(running: Running): Promise<Outcome<Prepared>> {
  const { database, product, options } = running;
  const prepared = await bringUpToDate(database, product);
  if (!prepared.ok) return prepared;
  if (!options.rehearse) await database.rows(system.setClock(null));
  const people = await addFirstPeople(running);
  return people.ok ? prepared : people;
}

function parts(running: Running, worker: Worker, building: Building): Omit<Engine, "product" | "rehearsal" | "close"> {
  const here = (actor: Actor): Promise<Actor> => withRepresented(running, actor);
  return {
    people: makePeople(running),
    perform: async (actor, change, settings) => perform(running, worker, await here(actor), change, settings),
    importRecords: async (actor, entity, lines, settings) => importRecords(running, worker, await here(actor), entity, lines, settings),
    list: async (actor, request) => listRecords(running, await here(actor), request),
    readable: async (actor, entity, keys) => readableKeys(running.product, await here(actor), entity, keys),
    record: async (actor, entity, id, fields) => readRecord(running, await here(actor), entity, id, fields),
    texts: {
      list: async (actor, request) => listTexts(running, await here(actor), request),
      record: async (actor, entity, id, fields) => recordText(running, await here(actor), entity, id, fields),
    },
    actions: async (actor, entity, id) => shownActions(running, await here(actor), entity, id),
    stuck: async (actor, entity, id) => stuckTransitions(running, await here(actor), entity, id),
    deputies: makeDeputies(running),
    history: async (actor, entity, id) => readHistory(running, await here(actor), entity, id),
    recordAt: async (actor, entity, id, at) => readRecordAt(running, await here(actor), entity, id, at),
    screenData: async (actor, screen, ask) => readScreenData(running, await here(actor), screen, ask),
    mayCreate: (actor, entity) => mayEver(running.product, readerOf(actor), entity, "create"),
    exportPerson: (actor, id) => exportPerson(running, actor, id),
    erasePerson: (actor, id, settings) => erasePerson(running, actor, id, settings),
    openLink: (token) => openLink(running, token),
    storeFile: (actor, file) => storeFile(running, actor, file),
    readFile: async (actor, id) => loadFile(running, await here(actor), id),
    receive: async (call, input) => {
      const outcome = await receiveCall(running, call, input);
      worker.wake();
      return outcome;
    },
    offer: async (actor, call, input) => {
      const outcome = await offerCall(running, actor, call, input);
      worker.wake();
      return outcome;
    },
    envelope: (call, refusal) => enveloped(running, call, refusal),
    failedCalls: makeFailedCalls(running, () => worker.wake()),
    singleSignOn: makeSingleSignOn(running),
    tightSettings: () => tightSettings(running.database),
    missingSettings: () => (running.options.rehearse ? [] : missingSettings(running.product, running.options.environment)),
    onChange: (listener) => {
      running.listeners.add(listener);
      return () => running.listeners.delete(listener);
    },
    change: (product) => changeProduct(running, building, product),
    built: () => building.now.done,
    isOutdated: () => isOutdated(running),
  };
}

async function perform(running: Running, worker: Worker, actor: Actor, change: Change, settings?: PerformOptions): Promise<Outcome<Shown | null>> {
  // A record named by its number is looked up; whether one named by its id may be seen is asked inside the change.
  const known = "id" in change && !isId(change.id) ? await readRecord(running, actor, change.entity, change.id, ["id"]) : null;
  if (known && !known.ok) return known;
  const exact = "id" in change ? { ...change, id: known ? known.value.id : change.id.toLowerCase() } : change;
  const { product } = running;
  const answered = exact.kind === "delete" ? undefined : (id: string) => recordQuery(product, readerOf(actor), change.entity, id);
  const outcome = await performOn(running.database, product, actor, exact, settings, answered);
  if (!outcome.ok) return outcome;
  const { value } = outcome;
  if (settings?.dryRun) return done((value.answer?.[0]?.["record"] as Shown | undefined) ?? null);
  announce(running, value);
  if (value.touched.length > 0) worker.wake();
  if (exact.kind === "delete") return done(null);
  const shown = await shownBehind(running, actor, exact, value);
  if (shown.ok && Object.keys(value.once).length > 0) return done({ ...shown.value, ...value.once });
  return done(shown.ok ? shown.value : { id: value.id, version: Number(value.after?.["version"] ?? 1), ...value.once });
}

async function importRecords(
  running: Running,
  worker: Worker,
  actor: Actor,
  entity: string,
  lines: readonly ImportLine[],
  options: ImportOptions = {},
): Promise<Outcome<Imported>> {
  const outcome = await importOn(running.database, { product: running.product, actor, entity, options }, lines);
  if (!outcome.ok) return outcome;
  for (const performed of outcome.value.performed) announce(running, performed);
  if (outcome.value.performed.length > 0) worker.wake();
  return done(outcome.value.counts);
}

/**
 * The change is made, whatever becomes of reading it back (a connection that breaks, tables that another process has just
 * moved on): who was told that it failed would make it again.
 */
async function shownBehind(running: Running, actor: Actor, change: Change, performed: Performed): Promise<Outcome<Shown>> {
  try {
    return await withDecision(running, actor, change, await answerOf(running, actor, change.entity, performed));
  } catch (error) {
    await reportFault(running, `${change.kind} of ${change.entity} ${performed.id}, read back`, error);
    return notFound(change.entity);
  }
}

/** What was read behind the commit; asked for where that gave nothing. */
function answerOf(running: Running, actor: Actor, entity: string, performed: Performed): Outcome<Shown> | Promise<Outcome<Shown>> {
  const record = performed.answer?.[0]?.["record"] as Shown | undefined;
  return record ? done(record) : readRecord(running, actor, entity, performed.id);
}

/** The answer to a vote says how the decision stands. */
async function withDecision(running: Running, actor: Actor, change: Change, shown: Outcome<Shown>): Promise<Outcome<Shown>> {
  const found = change.kind === "action" ? actionOf(running.product, change.entity, change.action) : undefined;
  if (!shown.ok || !found?.action.decision) return shown;
  return done({ ...shown.value, _decision: await showDecision(running.database, running.product, readerOf(actor), found.machine, found.action, shown.value.id) });
}

async function changeProduct(running: Running, building: Building, product: Engine["product"]): Promise<Outcome<{ readonly steps: readonly string[] }>> {
  const before = running.product;
  // What is built for the version before gives way: the next may build something too.
  await building.now.stop();
  const prepared = await inTurn(running.database, "start", () => bringUpToDate(running.database, product));
  if (!prepared.ok) {
    building.now = finishInBackground(running.database, before, undefined, buildFault(running));
    return prepared;
  }
  running.product = product;
  building.now = finishInBackground(running.database, product, prepared.value.former, buildFault(running));
  const people = await addFirstPeople(running);
  if (!people.ok) return people;
  return done({ steps: prepared.value.steps });
}

/** What goes on being built beside the running product: for one version at a time. */
interface Building {
  now: Background;
}

const keepBuilding = (running: Running, former: Product | undefined): Building => ({ now: finishInBackground(running.database, running.product, former, buildFault(running)) });

const buildFault =
  (running: Running) =>
  (error: unknown): void =>
    void reportFault(running, "building what the version needs, beside the running product", error);

async function close(running: Running, worker: Worker, building: Building, postgres: Postgres | null): Promise<void> {
  await building.now.stop();
  await worker.stop();
  await shut(running.database, postgres);
}
