import { mayEver, recordQuery } from "@nonet/database";
import { makeFailedCalls } from "./calls/failed-calls.ts";
import { missingSettings } from "./calls/missing-settings.ts";
import { enveloped, offerCall } from "./calls/offered-call.ts";
import { receiveCall } from "./calls/received-call.ts";
import { readerOf } from "./change/change-context.ts";
import { isOutdated, reportFault } from "./clock/report-fault.ts";
import type { Worker } from "./clock/worker.ts";
import type { Running } from "./connection/running-product.ts";
import { tightSettings } from "./connection/server-settings.ts";
import type { Actor } from "./contract/actor.ts";
import type { Engine } from "./contract/engine.ts";
import type { Imported, ImportLine, ImportOptions } from "./contract/import.ts";
import type { Change, Outcome, PerformOptions } from "./contract/outcome.ts";
import type { VisibleRecord } from "./contract/reads.ts";
import { showDecision } from "./decisions/decision-view.ts";
import { makeDeputies, withRepresented } from "./decisions/deputies.ts";
import { isId } from "./input/formats.ts";
import { actionOf } from "./input/machines.ts";
import { finishInBackground, inTurn } from "./maintenance/background-build.ts";
import { bringUpToDate } from "./maintenance/prepare-database.ts";
import { buildFault, type Building } from "./open-engine.ts";
import { addFirstPeople } from "./people/first-people.ts";
import { makePeople } from "./people/people.ts";
import { erasePerson, exportPerson } from "./people/personal-data.ts";
import { makeSingleSignOn } from "./people/single-sign-on.ts";
import { importOn, mayImport } from "./perform/import-records.ts";
import { performOn } from "./perform/perform.ts";
import type { Performed } from "./perform/performed.ts";
import { announce } from "./perform/publish-changes.ts";
import { shownActions } from "./read/available-actions.ts";
import { stuckTransitions } from "./read/blocked-transitions.ts";
import { loadFile, storeFile } from "./read/files.ts";
import { listRecords, listTexts } from "./read/list-records.ts";
import { readHistory } from "./read/read-history.ts";
import { readRecord, recordText } from "./read/read-record.ts";
import { readableKeys } from "./read/readable-path.ts";
import { readRecordAt } from "./read/record-at.ts";
import { readScreenData } from "./read/screen-values.ts";
import { openLink } from "./read/secret-links.ts";
import { done, notFound } from "./refusals/refusal.ts";

export function parts(running: Running, worker: Worker, building: Building): Omit<Engine, "product" | "startReport" | "rehearsal" | "close"> {
  const here = (actor: Actor): Promise<Actor> => withRepresented(running, actor);
  return {
    people: makePeople(running),
    perform: async (actor, change, settings) => perform(running, worker, await here(actor), change, settings),
    mayImport: async (actor, entity) => {
      const permitted = mayImport(running.product, await here(actor), entity);
      return permitted.ok ? done(null) : permitted;
    },
    importRecords: async (actor, entity, lines, settings) => importRecords(running, worker, await here(actor), entity, lines, settings),
    list: async (actor, request) => listRecords(running, await here(actor), request),
    readable: async (actor, entity, keys) => readableKeys(running.product, await here(actor), entity, keys),
    record: async (actor, entity, id, fields) => readRecord(running, await here(actor), entity, id, fields),
    serialized: {
      list: async (actor, request) => listTexts(running, await here(actor), request),
      record: async (actor, entity, id, fields) => recordText(running, await here(actor), entity, id, fields),
    },
    actions: async (actor, entity, id) => shownActions(running, await here(actor), entity, id),
    blockedTransitions: async (actor, entity, id) => stuckTransitions(running, await here(actor), entity, id),
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
    callReceived: async (call, input) => {
      const outcome = await receiveCall(running, call, input);
      worker.wake();
      return outcome;
    },
    callOffered: async (actor, call, input) => {
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
    switchVersion: (product) => changeProduct(running, building, product),
    whenBuilt: () => building.now.done,
    isOutdated: () => isOutdated(running),
  };
}

async function perform(running: Running, worker: Worker, actor: Actor, change: Change, settings?: PerformOptions): Promise<Outcome<VisibleRecord | null>> {
  // A record named by its number is looked up; whether one named by its id may be seen is asked inside the change.
  const known = "id" in change && !isId(change.id) ? await readRecord(running, actor, change.entity, change.id, ["id"]) : null;
  if (known && !known.ok) return known;
  const exact = "id" in change ? { ...change, id: known ? known.value.id : change.id.toLowerCase() } : change;
  const { product } = running;
  const answered = exact.kind === "delete" ? undefined : (id: string) => recordQuery(product, readerOf(actor), change.entity, id);
  const outcome = await performOn(running.database, product, actor, exact, settings, answered);
  if (!outcome.ok) return outcome;
  const { value } = outcome;
  if (settings?.dryRun) return done((value.answer?.[0]?.["record"] as VisibleRecord | undefined) ?? null);
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
async function shownBehind(running: Running, actor: Actor, change: Change, performed: Performed): Promise<Outcome<VisibleRecord>> {
  try {
    return await withDecision(running, actor, change, await answerOf(running, actor, change.entity, performed));
  } catch (error) {
    await reportFault(running, `${change.kind} of ${change.entity} ${performed.id}, read back`, error);
    return notFound(change.entity);
  }
}

/** What was read behind the commit; asked for where that gave nothing. */
function answerOf(running: Running, actor: Actor, entity: string, performed: Performed): Outcome<VisibleRecord> | Promise<Outcome<VisibleRecord>> {
  const record = performed.answer?.[0]?.["record"] as VisibleRecord | undefined;
  return record ? done(record) : readRecord(running, actor, entity, performed.id);
}

/** The answer to a vote says how the decision stands. */
async function withDecision(running: Running, actor: Actor, change: Change, shown: Outcome<VisibleRecord>): Promise<Outcome<VisibleRecord>> {
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
