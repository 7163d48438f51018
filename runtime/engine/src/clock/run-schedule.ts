/** Runs the schedules: each occurrence is recorded once, with an outbox entry for each record. */
import { system, valuesQuery, whereQuery } from "@nonet/database";
import type { Call } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import type { ChangeContext } from "../change/change-context.ts";
import type { Running } from "../connection/running-product.ts";
import { draftMessage } from "../effects/draft-message.ts";
import { performSteps } from "../perform/perform.ts";
import { lastOccurrence } from "./schedule-occurrence.ts";

/** Runs all schedules, one after the other. Returns how many have caused something; an error in one is thrown after the others have run. */
export async function runSchedules(running: Running): Promise<number> {
  const calls = running.product.calls.filter((call) => call.schedule);
  if (calls.length === 0) return 0;
  const state = await running.database.row(system.schedulesRan);
  const seen: Seen = { now: String(state?.["now"]), ran: new Map(Object.entries((state?.["ran"] ?? {}) as Record<string, string>)) };
  const errors: unknown[] = [];
  let happened = 0;
  for (const call of calls) happened += await runSchedule(running, call, seen).catch((error: unknown) => (errors.push(error), 0));
  if (errors.length > 0) throw errors[0];
  return happened;
}

interface Seen {
  readonly now: string;
  /** When each schedule ran last; another process may have run it since. */
  readonly ran: ReadonlyMap<string, string>;
}

/** Runs the latest occurrence since the last run, in the transaction that records it; where the time zone depends on the record, in each zone. */
async function runSchedule(running: Running, call: Call, seen: Seen): Promise<number> {
  let happened = false;
  for (const zone of await zonesOf(running, call)) happened = (await runIn(running, call, zone, seen)) || happened;
  return happened ? 1 : 0;
}

/** Null: the product's own. Records whose zone is empty or unknown are in the product's. */
async function zonesOf({ database, product }: Running, { schedule }: Call): Promise<readonly (string | null)[]> {
  if (!schedule?.zone) return [null];
  if (!schedule.forEach) return [await zoneOf({ database, product }, schedule.zone, null, null)];
  const zones = new Set<string | null>();
  for (const { id } of await database.rows(whereQuery(product, schedule.forEach.entity, schedule.forEach.where?.expression ?? null)))
    zones.add(await zoneOf({ database, product }, schedule.zone, schedule.forEach.entity, id as string));
  return [...zones];
}

type Zone = NonNullable<NonNullable<Call["schedule"]>["zone"]>;
type Reading = Pick<Running, "product"> & { readonly database: Pick<Running["database"], "row"> };

async function zoneOf({ database, product }: Reading, zone: Zone, entity: string | null, id: string | null): Promise<string | null> {
  const row = await database.row(valuesQuery(product, entity, id, [{ name: "zone", expression: zone }]));
  const name = (row?.["values"] as Record<string, unknown> | undefined)?.["zone"];
  return typeof name === "string" && isZone(name) ? name : null;
}

const zones = new Map<string, boolean>();

function isZone(name: string): boolean {
  const known = zones.get(name);
  if (known !== undefined) return known;
  let is = true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    is = false;
  }
  zones.set(name, is);
  return is;
}

/** Whether it has caused anything. */
async function runIn(running: Running, call: Call, zone: string | null, seen: Seen): Promise<boolean> {
  const { now } = seen;
  const due = lastOccurrence(call.schedule!.every, now, zone ?? running.product.about.timeZone);
  const key = zone === null ? call.name : `${call.name} in ${zone}`;
  const ran = seen.ran.get(key);
  // A schedule starts when the product first sees it; earlier occurrences are not made up for.
  if (!ran) {
    await running.database.rows(system.setScheduleRan(key, now));
    return false;
  }
  if (Date.parse(due) <= Date.parse(ran)) return false;
  let happened = false;
  const outcome = await performSteps(running, { entity: call.entity ?? "" }, async (work) => {
    happened = false;
    const again = await work.connection.row(system.scheduleRan(key));
    if (again && Date.parse(due) <= Date.parse(String(again["ran_at"]))) return "";
    await work.connection.rows(system.setScheduleRan(key, due));
    for (const id of await recordsOf(work, call, zone)) {
      const entity = call.schedule!.forEach?.entity ?? null;
      // Statements may be refused for one record and not for the next, so each record has a change of its own.
      if (call.does.kind === "statements") work.outbox.push({ id: uuidv7(), call: call.name, entity, record: id, payload: { scheduled: due }, notShown: null });
      else await draftMessage(work, { entity, id, action: call.name, others: {} }, call.name);
    }
    happened = work.outbox.length > 0;
    return "";
  });
  return outcome.ok && happened;
}

/** The records whose turn it is in the zone; null where the schedule has none. */
async function recordsOf(work: ChangeContext, { schedule }: Call, zone: string | null): Promise<readonly (string | null)[]> {
  const each = schedule?.forEach;
  if (!each) return [null];
  const rows = await work.connection.rows(whereQuery(work.product, each.entity, each.where?.expression ?? null));
  const found: string[] = [];
  for (const { id } of rows)
    if (!schedule.zone || (await zoneOf({ database: work.connection, product: work.product }, schedule.zone, each.entity, id as string)) === zone) found.push(id as string);
  return found;
}
