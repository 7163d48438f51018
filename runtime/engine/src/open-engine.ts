/** Opens a product on its database: starts PostgreSQL where it is embedded, brings the database up to date, and wires the engine together. */
import { returnAllNumbers } from "./numbers/shared-counter.ts";
import { dataKindStatements, system } from "@nonet/database";
import { callNow } from "./calls/deliver-outbox.ts";
import { faultReporter } from "./clock/report-fault.ts";
import { startWorker, type Worker } from "./clock/worker.ts";
import type { Database } from "./connection/contract.ts";
import { openDatabase } from "./connection/database.ts";
import { launchPostgres, type Postgres } from "./connection/embedded-postgres.ts";
import { isUnavailable, stateOf } from "./connection/errors.ts";
import { LaunchProblem } from "./connection/launch-problem.ts";
import { type Commits, trackCommits } from "./positions/wal-position.ts";
import type { Running } from "./connection/running-product.ts";
import type { EngineOptions, StartReport } from "./contract/engine-options.ts";
import type { Engine } from "./contract/engine.ts";
import type { Outcome } from "./contract/outcome.ts";
import type { ProcessChannel } from "./contract/processes.ts";
import { type Building, byRun, parts, startBuilding } from "./engine.ts";
import { inTurn } from "./maintenance/background-build.ts";
import { dataKindOf, markNote, refuseOtherKind, storedKind } from "./maintenance/data-kind.ts";
import { prepareDatabase, type Prepared } from "./maintenance/prepare-database.ts";
import { addFirstPeople } from "./people/first-people.ts";
import { rehearsalPeople } from "./people/rehearsal-people.ts";
import { startingVersion } from "./versions/starting-version.ts";
import { setCallSender } from "./perform/answer-questions.ts";
import { isTransactionPooled, poolerMessage } from "./processes/pooler.ts";
import { openChannel } from "./processes/process-channel.ts";
import { removeAbandonedUploads } from "./read/files.ts";
import { done, problem, refuse } from "./refusals/refusal.ts";
import { recordVersion } from "./security/record-version.ts";
import { resealSecrets } from "./security/reseal-secrets.ts";
import { temporaryKeys } from "./encryption/secret-keys.ts";
import { openReplicas } from "./replicas/open-replicas.ts";
import { makeRehearsal } from "./rehearsal/rehearsal.ts";
import { say } from "@nonet/texts";

export async function openEngine(options: EngineOptions): Promise<Outcome<Engine>> {
  let postgres: Postgres | null = null;
  let database: Database | null = null;
  let channel: ProcessChannel | null = null;
  try {
    if ("folder" in options.database) postgres = await launchPostgres(options.database.folder);
    const url = "url" in options.database ? options.database.url : postgres!.url;
    if ("url" in options.database && (await isTransactionPooled(url))) return refuse("unavailable", problem("database", poolerMessage));
    const commits = trackCommits();
    // A rehearsal moves its clock through years of small changes.
    database = openDatabase(url, { slow: options.slowStatements, trace: options.trace, ...(options.replicas?.length ? { commits } : {}), commitsInMemory: options.rehearse });
    await database.rows(system.ping);
    // A rehearsal's clock and answers are this process's alone.
    if ("url" in options.database && !options.rehearse) channel = await openChannel(url);
    const opened = await openOn(options, { database, postgres, channel, commits });
    if (!opened.ok) await shut(database, postgres, channel);
    return opened;
  } catch (error) {
    await shut(database, postgres, channel);
    if (error instanceof LaunchProblem) return refuse("unavailable", problem("database", error.message));
    if (/^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|ERR_INVALID_URL|28|3D|57P|08|ENOENT)/.test(stateOf(error) ?? "") || isUnavailable(error) || error instanceof TypeError)
      return refuse("unavailable", problem("database", say("the-database-doesnt-answer-message-check-the", { message: (error as Error).message || stateOf(error) })));
    throw error;
  }
}

async function shut(database: Database | null, postgres: Postgres | null, channel: ProcessChannel | null = null): Promise<void> {
  await channel?.close().catch(() => undefined);
  await database?.close().catch(() => undefined);
  await postgres?.stop();
}

interface Opened {
  readonly database: Database;
  readonly postgres: Postgres | null;
  readonly channel: ProcessChannel | null;
  readonly commits: Commits;
}

async function openOn(options: EngineOptions, { database, postgres, channel, commits }: Opened): Promise<Outcome<Engine>> {
  const keys = options.keys ?? temporaryKeys();
  const starting = await startingVersion(database, options);
  if (!starting.ok) return starting;
  const running: Running = { product: starting.value.product, database, options, keys, listeners: new Set(), ...(channel ? { channel } : {}) };
  setCallSender(database, (question) => callNow(running, question));
  const prepared = await inTurn(database, "start", () => prepare(running));
  if (!prepared.ok) return prepared;
  await removeAbandonedUploads(options.files);
  const worker = startWorker(running, (at) => faultReporter(running, at));
  const rehearsal = options.rehearse ? await makeRehearsal(running, worker) : null;
  worker.wake();
  const building: Building = { now: startBuilding(running, prepared.value.previous) };
  const { report } = prepared.value;
  // After the tables are prepared: no read is older.
  const replicas = options.replicas?.length ? await openReplicas(options.replicas, { database, databaseId: report.databaseId, commits }, options.slowStatements) : null;
  if (replicas) running.requireLatest = replicas.requireLatest;
  return done({
    ...parts(running, worker, building, replicas),
    startReport: { ...report, draft: starting.value.draft, notes: [...report.notes, ...(replicas?.notes ?? [])] },
    rehearsal,
    close: async () => {
      await replicas?.close();
      await close(running, worker, building, postgres);
    },
    get product() {
      return running.product;
    },
  } as Engine);
}

/** Brings the database up to date before the first request. */
async function prepare(running: Running): Promise<Outcome<Prepared & { readonly report: Omit<StartReport, "draft"> }>> {
  const { database, product, options } = running;
  const kind = dataKindOf(options.rehearse);
  const stored = await storedKind(database, (previous) => rehearsalPeople(previous).map((person) => person.email));
  const refused = refuseOtherKind(stored, kind);
  if (!refused.ok) return refused;
  const prepared = await prepareDatabase(database, product, { kind, note: byRun(), approvals: options.approvals });
  if (!prepared.ok) return prepared;
  await database.rows(dataKindStatements.write(kind));
  await database.rows(system.keepPreviousVersion);
  if (options.approvals !== undefined) await database.rows(system.setApprovals(options.approvals));
  await recordVersion(database, { before: prepared.value.previous?.version, after: product.version, command: "nonet run" });
  if (!options.rehearse) await database.rows(system.setClock(null));
  const people = await addFirstPeople(running);
  if (!people.ok) return people;
  const notes = [stored ? markNote(stored) : null, await resealSecrets(database, running.keys)].filter((note) => note !== null);
  const databaseId = String((await database.row(system.readDatabaseId))!["id"]);
  return done({ ...prepared.value, report: { ...people.value, notes, databaseId } });
}

async function close(running: Running, worker: Worker, building: Building, postgres: Postgres | null): Promise<void> {
  await building.now.stop();
  await worker.stop();
  await returnAllNumbers(running.database);
  await shut(running.database, postgres, running.channel);
}
