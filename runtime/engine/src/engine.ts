/** The `Engine` object: each of its members over the room that does it. */
import { mayEver, recordQuery, system } from "@nonet/database";
import { isId, type Product } from "@nonet/model";
import { makeFailedCalls } from "./calls/failed-calls.ts";
import { missingSettings } from "./calls/missing-settings.ts";
import { answerOfferedCall, errorEnvelope } from "./calls/offered-call.ts";
import { answerReceivedCall } from "./calls/received-call.ts";
import { readerOf } from "./change/actor-reader.ts";
import { isOutdated, reportFault } from "./clock/report-fault.ts";
import { runWaitingTimers } from "./clock/run-due.ts";
import type { Worker } from "./clock/worker.ts";
import type { Database } from "./connection/contract.ts";
import type { Running } from "./connection/running-product.ts";
import { tightSettings } from "./connection/server-settings.ts";
import type { Actor } from "./contract/actor.ts";
import type { Engine } from "./contract/engine.ts";
import type { Imported, ImportLine } from "./contract/import.ts";
import type { Change, Outcome, PerformOptions } from "./contract/outcome.ts";
import type { Reads, VisibleRecord } from "./contract/reads.ts";
import { showDecision } from "./decisions/decision-view.ts";
import { makeDeputies, withRepresented } from "./decisions/deputies.ts";
import { type ImportRequest, mayImport, performImport } from "./import/import-records.ts";
import { actionOf } from "./input/machines.ts";
import { type BackgroundBuild, buildInBackground, inTurn } from "./maintenance/background-build.ts";
import { previewChange } from "./maintenance/preview-change.ts";
import { prepareDatabase } from "./maintenance/prepare-database.ts";
import { runAccountStatements } from "./account-calls/account-statements.ts";
import { addFirstPeople } from "./people/first-people.ts";
import { makeAccounts } from "./accounts/accounts.ts";
import { makePeople } from "./people/people.ts";
import { erasePerson, exportPerson } from "./people/personal-data.ts";
import { eraseRecordData, exportRecordData } from "./people/record-data.ts";
import { makeSingleSignOn } from "./people/single-sign-on.ts";
import { callerOf } from "./calls/credential.ts";
import { readAhead } from "./person-changes/perform-at-once.ts";
import { performChange } from "./person-changes/perform-change.ts";
import { repeatedAnswer, repeatedRefusal } from "./perform/repeated-answer.ts";
import type { Performed } from "./perform/performed.ts";
import { publishChanges } from "./perform/publish-changes.ts";
import { shareProcesses } from "./processes/share-processes.ts";
import { availableActions } from "./read/available-actions.ts";
import { possibleChanges } from "./read/possible-changes.ts";
import { offeredActions } from "./read/creations/offered-actions.ts";
import { blockedTransitions } from "./read/blocked-transitions.ts";
import { openFile, storeFile } from "./read/files.ts";
import { listRecords } from "./read/list-records.ts";
import { listTotals } from "./read/list-totals.ts";
import { readableKeys } from "./read/parameters/readable-path.ts";
import { readHistory } from "./read/read-history.ts";
import { findRecord, readRecord, readRecordValues } from "./read/read-record.ts";
import { readRecordAt } from "./read/record-at.ts";
import { readScreenValues } from "./read/screen-values.ts";
import { openLink } from "./read/secret-links.ts";
import { done, notFound, problem, refuse } from "./refusals/refusal.ts";
import { operator } from "./security/operator.ts";
import { recordVersion } from "./security/record-version.ts";
import { offerReplicas, type OpenReplicas } from "./replicas/open-replicas.ts";
import { makeComments } from "./comments/record-comments.ts";
import type { Comments } from "./contract/comments.ts";
import { makeVersions } from "./versions/make-versions.ts";
import type { GoLive, VersionNote } from "./contract/versions.ts";
import { makeViews } from "./views/saved-views.ts";
import type { Views } from "./contract/views.ts";
import { watchProduct } from "./watch/watch-product.ts";
import { say } from "@nonet/texts";

export function parts(running: Running, worker: Worker, building: Building, replicas: OpenReplicas | null): Omit<Engine, "product" | "startReport" | "rehearsal" | "close"> {
  /** With the people whom the actor represents today. */
  const acting = (actor: Actor): Promise<Actor> => withRepresented(running, actor);
  return {
    ...readsOn(running),
    replicas: replicas && offerReplicas(replicas, (database) => readsOn(running, database)),
    people: makePeople(running),
    accounts: makeAccounts(running),
    perform: async (actor, change, settings) => readOnlyRefusal(actor, settings) ?? perform({ running, worker }, await acting(actor), change, settings),
    readAhead: (entity, id) => readAhead(running, entity, id),
    mayImport: async (actor, entity) => mayImport(running.product, await acting(actor), entity),
    importRecords: async (actor, entity, lines, settings) =>
      readOnlyRefusal(actor, settings) ?? importRecords({ running, worker }, { actor: await acting(actor), entity, options: settings ?? {} }, lines),
    readable: async (actor, entity, keys) => readableKeys(running.product, readerOf(await acting(actor)), entity, keys),
    actions: async (actor, entity, id) => availableActions(running, await acting(actor), entity, id),
    changes: async (actor, entity, id) => possibleChanges(running, await acting(actor), entity, id),
    creations: async (actor, screen, id) => offeredActions(running, await acting(actor), screen, id),
    blockedTransitions: async (actor, entity, id) => blockedTransitions(running, await acting(actor), entity, id),
    deputies: makeDeputies(running),
    views: unlessReadOnly(makeViews(running)),
    comments: byThemselves(
      makeComments(running, () => worker.wake()),
      acting,
    ),
    mayCreate: (actor, entity) => mayEver(running.product, readerOf(actor), entity, "create"),
    exportPerson: (actor, id, from) => exportPerson(running, actor, id, from),
    erasePerson: (actor, id, settings) => erasePerson(running, actor, id, settings),
    exportRecordData: (actor, entity, id) => exportRecordData(running, actor, entity, id),
    eraseRecordData: async (actor, entity, id, settings) => readOnlyRefusal(actor) ?? eraseRecordData(running, actor, entity, id, settings),
    openLink: (token) => openLink(running, token),
    storeFile: async (actor, file) => readOnlyRefusal(actor) ?? storeFile(running, actor, file),
    openFile: async (actor, id) => openFile(running, await acting(actor), id),
    callReceived: async (call, input) => {
      const outcome = await answerReceivedCall(running, call, input);
      worker.wake();
      return outcome;
    },
    callOffered: async (actor, call, input) => {
      const refused = isWritingCall(running, call) ? readOnlyRefusal(actor) : null;
      if (refused) return refused;
      const outcome = await answerOfferedCall(running, actor, call, { ...input, account: runAccountStatements(running, { token: input.token, source: input.source }) });
      worker.wake();
      return outcome;
    },
    callerOf: (call, key) => callerOf(running, call, key),
    renderScreens: (render) => void (running.renderScreen = render),
    servedAt: (address) => {
      running.servedAt = address;
      // For links that the command line makes.
      void running.database.rows(system.setAddress(address)).catch(() => undefined);
    },
    envelope: (call, refusal) => errorEnvelope(running, call, refusal),
    failedCalls: makeFailedCalls(running, () => worker.wake()),
    singleSignOn: makeSingleSignOn(running),
    tightSettings: () => tightSettings(running.database),
    missingSettings: () => (running.options.rehearse ? [] : missingSettings(running.product, running.options.environment)),
    onChange: (listener) => {
      running.listeners.add(listener);
      return () => running.listeners.delete(listener);
    },
    switchVersion: (product) => switchVersion({ running, building }, product, { note: byRun(), acceptLoss: false }),
    versions: makeVersions(running, {
      goLive: (product, options) => switchVersion({ running, building }, product, options),
      follow: (product) => followVersion({ running, building }, product),
    }),
    previewChange: (product, report, signal) => previewChange(running.database, product, report, signal),
    whenBuilt: () => building.now.done,
    isOutdated: () => isOutdated(running),
    processes: running.channel ? shareProcesses(running, running.channel) : null,
    watch: watchProduct(running, worker),
  };
}

/** Default 146 and 149: whoever only reads can still check what a change would do. */
function readOnlyRefusal(actor: Actor, options: PerformOptions = {}): ReturnType<typeof refuse> | null {
  if (actor.kind !== "person" || !actor.readOnly || options.dryRun === true) return null;
  const why = actor.supportBy ? say("you-are-looking-at-the-product-as") : say("this-api-key-can-only-read");
  return refuse("not permitted", problem("read-only-access", why));
}

const unlessReadOnly = (views: Views): Views => ({
  ...views,
  save: async (actor, input) => readOnlyRefusal(actor) ?? views.save(actor, input),
  share: async (actor, id, shared) => readOnlyRefusal(actor) ?? views.share(actor, id, shared),
  remove: async (actor, id) => readOnlyRefusal(actor) ?? views.remove(actor, id),
});

/** Nobody comments, or reads notifications, as somebody else: a comment says who has written it. */
function byThemselves(comments: Comments, acting: (actor: Actor) => Promise<Actor>): Comments {
  const refusal = (actor: Actor): ReturnType<typeof refuse> | null =>
    readOnlyRefusal(actor) ??
    (actor.kind === "person" && actor.supportBy
      ? refuse("not permitted", problem("not-permitted", "You are signed in for somebody else, so you can't comment or change their notifications."))
      : null);
  const { notifications } = comments;
  return {
    ...comments,
    list: async (actor, record, page) => comments.list(await acting(actor), record, page),
    add: async (actor, record, text) => refusal(actor) ?? comments.add(await acting(actor), record, text),
    edit: async (actor, record, comment, text) => refusal(actor) ?? comments.edit(await acting(actor), record, comment, text),
    remove: async (actor, record, comment) => refusal(actor) ?? comments.remove(await acting(actor), record, comment),
    mentionable: async (actor, record, search) => comments.mentionable(await acting(actor), record, search),
    notifications: {
      ...notifications,
      markRead: async (actor, ids) => refusal(actor) ?? notifications.markRead(actor, ids),
      setMail: async (actor, mail) => refusal(actor) ?? notifications.setMail(actor, mail),
    },
  };
}

function isWritingCall({ product }: Running, name: string): boolean {
  const does = product.calls.find((call) => call.name === name)?.does;
  return does?.kind === "offered" && does.then.length > 0;
}

/** Reads on the primary, or on a database that may read from replicas. Whom the actor represents comes from the primary. */
function readsOn(running: Running, database: Database = running.database): Reads {
  const acting = (actor: Actor): Promise<Actor> => withRepresented(running, actor);
  const on = (): Running => (database === running.database ? running : { ...running, database, primary: running.database });
  return {
    list: async (actor, request, sender) => listRecords(on(), await acting(actor), request, sender),
    totals: async (actor, request, sums, sender) => listTotals(on(), await acting(actor), request, sums, sender),
    record: async (actor, entity, id, fields) => readRecord(on(), await acting(actor), entity, id, fields),
    history: async (actor, entity, id) => readHistory(on(), await acting(actor), entity, id),
    recordAt: async (actor, entity, id, at) => readRecordAt(on(), await acting(actor), entity, id, at),
    screenData: async (actor, screen, ask) => readScreenValues(on(), await acting(actor), screen, ask),
  };
}

/** What a write needs besides the running product: the worker sends what the change has put into the outbox. */
interface Writing {
  readonly running: Running;
  readonly worker: Worker;
}

async function perform({ running, worker }: Writing, actor: Actor, change: Change, options?: PerformOptions): Promise<Outcome<VisibleRecord | null>> {
  const exact = await withId(running, actor, change);
  if (!exact.ok) return exact;
  const { product } = running;
  const answer = change.kind === "delete" ? undefined : (id: string) => recordQuery(product, readerOf(actor), change.entity, id);
  const outcome = await performChange(running, { actor, change: exact.value, options, answer });
  if (!outcome.ok) return outcome.refusal.repeats ? repeatedRefusal(running, actor, exact.value, outcome.refusal) : outcome;
  const performed = outcome.value;
  if (performed.repeats) return repeatedAnswer(running, actor, exact.value, performed.id, performed.repeats);
  if (options?.dryRun) return done(answeredRecord(performed));
  publishChanges(running, performed);
  if (performed.changed.length > 0) {
    // In a rehearsal the clock stands still, so what was waiting for this change happens at the same moment. Elsewhere the worker does it at once.
    if (running.options.rehearse) await runWaitingTimers(running, worker.meter);
    worker.wake(performed.isAtOnce && "what is due");
  }
  if (performed.ended) return { ok: false, refusal: performed.ended };
  if (change.kind === "delete") return done(null);
  const { plainSecrets } = performed;
  const shown = await readBack(running, actor, change, performed);
  if (!shown.ok) return done({ id: performed.id, version: Number(performed.after?.["version"] ?? 1), ...plainSecrets });
  return done(Object.keys(plainSecrets).length > 0 ? { ...shown.value, ...plainSecrets } : shown.value);
}

/** A record that is addressed by its number is looked up, because its locks are taken by id. Whether the actor may read one that is addressed by id is checked inside the change. */
async function withId(running: Running, actor: Actor, change: Change): Promise<Outcome<Change>> {
  if (!("id" in change)) return done(change);
  if (isId(change.id)) return done({ ...change, id: change.id.toLowerCase() });
  const found = await findRecord(running, actor, change.entity, change.id);
  return found.ok ? done({ ...change, id: found.value.id }) : found;
}

async function importRecords({ running, worker }: Writing, request: ImportRequest, lines: readonly ImportLine[]): Promise<Outcome<Imported>> {
  const outcome = await performImport(running, request, lines);
  if (!outcome.ok) return outcome;
  for (const performed of outcome.value.performed) publishChanges(running, performed);
  if (outcome.value.performed.length > 0) worker.wake();
  return done(outcome.value.counts);
}

/**
 * The change is committed, whatever happens to its answer (a connection that breaks, tables that another process has just
 * migrated): an actor who gets an error would make it again.
 */
async function readBack(running: Running, actor: Actor, change: Change, performed: Performed): Promise<Outcome<VisibleRecord>> {
  try {
    const answered = answeredRecord(performed);
    const record = answered ? done(answered) : await readRecordValues(running, actor, change.entity, performed.id);
    return await withDecision(running, actor, change, record);
  } catch (error) {
    await reportFault(running, `${change.kind} of ${change.entity} ${performed.id}, read back`, error);
    return notFound(change.entity);
  }
}

const answeredRecord = ({ answer }: Performed): VisibleRecord | null => (answer?.[0]?.["record"] as VisibleRecord | undefined) ?? null;

/** The answer to a vote includes the state of the decision. */
async function withDecision(running: Running, actor: Actor, change: Change, record: Outcome<VisibleRecord>): Promise<Outcome<VisibleRecord>> {
  const found = change.kind === "action" ? actionOf(running.product, change.entity, change.action) : undefined;
  if (!record.ok || !found?.action.decision) return record;
  const decision = await showDecision(running.database, running.product, readerOf(actor), { ...found, id: record.value.id });
  return done({ ...record.value, _decision: decision });
}

/** What is still being built for the version that runs; one version at a time. */
export interface Building {
  now: BackgroundBuild;
}

export const startBuilding = (running: Running, previous: Product | undefined): BackgroundBuild =>
  buildInBackground(running.database, running.product, previous, (error) => void reportFault(running, "building in the background what the version needs", error));

/** What follows a changed file: the command knows no more of who changed it. */
export const byRun = (): VersionNote => ({ by: null, operator: operator("nonet run"), reason: "" });

interface Switching {
  readonly running: Running;
  readonly building: Building;
}

/** The database has this version already: whoever applied it has changed the tables. */
async function followVersion({ running, building }: Switching, product: Product): Promise<void> {
  const previous = running.product;
  await building.now.stop();
  running.requireLatest?.();
  running.product = product;
  building.now = startBuilding(running, previous);
}

async function switchVersion(
  { running, building }: Switching,
  product: Product,
  { note, acceptLoss, seenLosses }: GoLive,
): Promise<Outcome<{ readonly steps: readonly string[] }>> {
  const { approvals } = running.options;
  // The previous version's build stops first: the next version may build the same.
  await building.now.stop();
  const prepared = await inTurn(running.database, "start", () => prepareDatabase(running.database, product, { note, acceptLoss, seenLosses, approvals }));
  // Replicas may not have the tables of this version yet.
  if (prepared.ok) running.requireLatest?.();
  if (prepared.ok) running.product = product;
  if (prepared.ok) running.channel?.publish("version", [product.version]);
  building.now = startBuilding(running, prepared.ok ? prepared.value.previous : undefined);
  if (!prepared.ok) return prepared;
  await recordVersion(running.database, { before: prepared.value.previous?.version, after: product.version, command: "nonet run", by: note.by });
  const people = await addFirstPeople(running);
  return people.ok ? done({ steps: prepared.value.steps }) : people;
}
