/** Opens a product on its database: starts it, brings it up to date, and wires every part of the engine together. */
import { dataKindStatements, system } from "@nonet/database";
import type { Product } from "@nonet/model";
import { askNow } from "./calls/deliver-outbox.ts";
import { faultsOf, reportFault } from "./clock/report-fault.ts";
import { startWorker, type Worker } from "./clock/worker.ts";
import type { Database } from "./connection/contract.ts";
import { openDatabase } from "./connection/database.ts";
import { launchPostgres, type Postgres } from "./connection/embedded-postgres.ts";
import { stateOf } from "./connection/errors.ts";
import { LaunchProblem } from "./connection/launch-problem.ts";
import type { Running } from "./connection/running-product.ts";
import type { EngineOptions } from "./contract/engine-options.ts";
import type { Engine } from "./contract/engine.ts";
import type { Outcome } from "./contract/outcome.ts";
import type { StartReport } from "./contract/start-report.ts";
import { parts } from "./engine.ts";
import { type Background, finishInBackground, inTurn } from "./maintenance/background-build.ts";
import { dataKindOf, markNote, refuseOtherKind, storedKind } from "./maintenance/data-kind.ts";
import { bringUpToDate, type Prepared } from "./maintenance/prepare-database.ts";
import { addFirstPeople } from "./people/first-people.ts";
import { rehearsalPeople } from "./people/people.ts";
import { setAsker } from "./perform/answer-questions.ts";
import { done, problem, refuse } from "./refusals/refusal.ts";
import { makeRehearsal } from "./rehearsal/rehearsal.ts";

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
    startReport: prepared.value.report,
    rehearsal,
    close: () => close(running, worker, building, postgres),
    get product() {
      return running.product;
    },
  } as Engine);
}

/** All that a database needs before anybody is served. */
async function prepare(running: Running): Promise<Outcome<Prepared & { readonly report: StartReport }>> {
  const { database, product, options } = running;
  const kind = dataKindOf(options.rehearse);
  const stored = await storedKind(database, (former) => rehearsalPeople(former).map((person) => person.email));
  const refused = refuseOtherKind(stored, kind);
  if (!refused.ok) return refused;
  const prepared = await bringUpToDate(database, product, { kind });
  if (!prepared.ok) return prepared;
  await database.rows(dataKindStatements.write(kind));
  if (!options.rehearse) await database.rows(system.setClock(null));
  const people = await addFirstPeople(running);
  if (!people.ok) return people;
  const note = stored ? markNote(stored) : null;
  return done({ ...prepared.value, report: { owner: people.value, notes: note === null ? [] : [note] } });
}

/** What goes on being built beside the running product: for one version at a time. */
export interface Building {
  now: Background;
}

const keepBuilding = (running: Running, former: Product | undefined): Building => ({ now: finishInBackground(running.database, running.product, former, buildFault(running)) });

export const buildFault =
  (running: Running) =>
  (error: unknown): void =>
    void reportFault(running, "building what the version needs, beside the running product", error);

async function close(running: Running, worker: Worker, building: Building, postgres: Postgres | null): Promise<void> {
  await building.now.stop();
  await worker.stop();
  await shut(running.database, postgres);
}
