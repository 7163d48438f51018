/** The environment of one example: an empty product, its clock, and the titles that its steps have given to records. */
import { returnAllNumbers } from "../numbers/shared-counter.ts";
import { system, tablesOf } from "@nonet/database";
import { fold } from "@nonet/feel";
import type { Example, Field, Product, Step } from "@nonet/model";
import { Temporal } from "temporal-polyfill";
import { deliverInOrder } from "../calls/deliver-outbox.ts";
import { clearScripts } from "../calls/scripted-answers.ts";
import { runDue } from "../clock/run-due.ts";
import { meterWorker } from "../statistics/worker-statistics.ts";
import type { Database } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Rehearsal } from "../contract/rehearsal.ts";
import { addInitialRecords } from "../import/initial-records.ts";
import { done } from "../refusals/refusal.ts";
import { makeRehearsal } from "./rehearsal.ts";

export interface SecondRecord {
  /** What was made. */
  readonly entity: string;
  /** The record whose step names none, and how many were there before. */
  readonly of: string;
  readonly before: number;
  /** The name in the step for which there was no record; null where the step names none. */
  readonly name: string | null;
  /** The Given; null while it runs. */
  step: Step | null;
}

export interface ExampleEnvironment {
  readonly running: Running;
  readonly product: Product;
  readonly rehearsal: Rehearsal;
  /** Ids by entity and title. */
  readonly titles: Map<string, string>;
  /** By entity the record of which the example spoke last. */
  readonly spokenOf: Map<string, string>;
  /** The number of stand-ins so far, so that each has a name of its own. */
  standIns: number;
  /** How many of them each field has, where they have to differ. */
  readonly standInsOf: Map<Field, number>;
  /** By entity the names from which an email was made. */
  readonly emails: Set<string>;
  /** Records that were made beside others, because a Given names none. */
  readonly second: SecondRecord[];
  settle(): Promise<void>;
  /** Gives a person further roles. */
  addRoles(id: string, roles: readonly string[]): Promise<void>;
}

export const titleKey = (entity: string, name: string): string => `${entity} ${fold(name)}`;

/** The moment at which an example without `It is` begins (default 110): a Monday morning in the product's zone. */
const startMoment = "2026-01-05T09:00:00";

/** Empties the product and sets the clock to the start of the example: its first `It is`, else a fixed moment. */
export async function setUpEnvironment(running: Running, example: Example): Promise<Outcome<ExampleEnvironment>> {
  const { product, database } = running;
  clearScripts(running);
  await returnAllNumbers(database);
  await database.rows(system.empty(tablesOf(product)));
  const first = example.steps[0];
  await database.rows(system.setClock(momentOf(first?.kind === "clock" ? first.at : { kind: "literal", value: startMoment }, product.about.timeZone)));
  const initial = await addInitialRecords(database, product, product.entities);
  if (!initial.ok) return initial;
  const settle = (): Promise<void> => settleNow(running);
  const rehearsal = await makeRehearsal(running, { settle, alone: (work) => work() });
  await settle();
  return done({
    running,
    product,
    rehearsal,
    titles: new Map(),
    spokenOf: new Map(),
    standIns: 0,
    standInsOf: new Map(),
    emails: new Set(),
    second: [],
    settle,
    addRoles: (id, roles) => addRoles(database, id, roles),
  });
}

async function addRoles(database: Database, id: string, roles: readonly string[]): Promise<void> {
  const row = await database.row(system.personById(id));
  const all = [...new Set([...((row?.["roles"] as string[] | undefined) ?? []), ...roles])];
  await database.transaction(async (connection) => {
    await connection.all(system.setRoles(id, all));
    return { commit: true, value: null };
  });
}

async function settleNow(running: Running): Promise<void> {
  for (let rounds = 0; rounds < 100; rounds++) if ((await runDue(running, meterWorker())) + (await deliverInOrder(running)) === 0) return;
}

/** The instant that a date, or a date and time, written in a document means in the product's zone. */
export function momentOf(at: { readonly kind: string; readonly value?: unknown }, zone: string): string {
  const text = String(at.value);
  if (/(Z|[+-]\d\d:\d\d)$/.test(text)) return Temporal.Instant.from(text).toString();
  return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant().toString();
}
