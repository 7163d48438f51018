/** Rehearsal: a clock that stands where it is put, and everything that would leave is caught. */
import { setStartMoment, hasChangesQuery, nextDueQuery, system, tablesOf } from "@nonet/database";
import { Temporal } from "temporal-polyfill";
import { addScript, clearScripts } from "../calls/scripted-answers.ts";
import { nextDecisionMoments } from "../clock/decision-deadlines.ts";
import { nextWhenMoments } from "../clock/due-conditions.ts";
import { lastOccurrence } from "../clock/schedule-occurrence.ts";
import type { Running } from "../connection/running-product.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Rehearsal } from "../contract/rehearsal.ts";
import { addFirstPeople } from "../people/first-people.ts";
import { addInitialRecords } from "../perform/initial-records.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";

const duration = /^P(?=.)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+S)?)?$/;

export interface Clockwork {
  /** Does all that is due at the present, until nothing is. */
  settle(): Promise<void>;
  /** Does this while nothing that is due is being done. */
  alone(work: () => Promise<void>): Promise<void>;
}

export async function makeRehearsal(running: Running, clockwork: Clockwork): Promise<Rehearsal> {
  let now = String((await running.database.row(system.readClock))?.["now"]);
  const standAt = async (moment: string): Promise<void> => {
    await running.database.rows(system.setClock(moment));
    now = moment;
  };
  await standAt(now);
  return {
    now: () => now,
    moveClock: async (to) => {
      const target = await targetOf(running, now, to);
      if (!target.ok) return target;
      if (Date.parse(target.value) < Date.parse(now)) {
        await clockwork.alone(() => beginAt(running, target.value));
        now = target.value;
      }
      await passThrough(running, clockwork, standAt, () => now, target.value);
      return done({ now });
    },
    mails: async () =>
      (await running.database.rows(system.outbox(null)))
        .filter((r) => "to" in r["payload"])
        .map((r) => ({ at: r["at"], to: r["payload"].to, subject: r["payload"].subject, body: r["payload"].body, call: r["call"] })),
    calls: async () =>
      (await running.database.rows(system.outbox(null)))
        .filter((r) => "method" in r["payload"])
        .map((r) => ({
          at: r["at"],
          call: r["call"],
          method: r["payload"].method,
          address: r["payload"].address,
          headers: { ...r["payload"].headers, ...(r["idempotency_key"] ? { "idempotency-key": String(r["idempotency_key"]) } : {}) },
          body: r["payload"].body,
          status: r["answer"]?.notShown ? "not shown" : r["status"],
          attempts: r["attempts"],
        })),
    answer: async (script) => addScript(running, script),
    settle: () => clockwork.settle(),
    reset: async () => {
      await clockwork.settle();
      clearScripts(running);
      await running.database.rows(system.empty(tablesOf(running.product)));
      await running.database.rows(system.setClock(null));
      await standAt(String((await running.database.row(system.readClock))?.["now"]));
      await addInitialRecords(running.database, running.product, running.product.entities);
      await addFirstPeople(running);
      await clockwork.settle();
    },
  };
}

async function targetOf(running: Running, now: string, to: { now: string } | { forward: string }): Promise<Outcome<string>> {
  if ("forward" in to) {
    if (typeof to.forward !== "string" || !duration.test(to.forward))
      return refuse("malformed", problem("invalid-value", "forward is a duration such as P3D or PT2H.", { field: "forward" }));
    const moved = movedBy(now, to.forward, running.product.about.timeZone);
    return moved === null ? refuse("malformed", problem("invalid-value", "The clock can't be moved beyond the year 9999.", { field: "forward" })) : done(moved);
  }
  const at = typeof to.now === "string" && /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(to.now) ? Date.parse(to.now) : Number.NaN;
  if (Number.isNaN(at) || !isKept(at)) return refuse("malformed", problem("invalid-value", "now is an instant such as 2026-03-01T09:00:00Z.", { field: "now" }));
  if (at < Date.parse(now) && (await running.database.row(hasChangesQuery))?.["begun"] !== false)
    return refuse(
      "conflict",
      problem("clock-only-forward", `The clock moves only forward; it stands at ${now}. Before anything has been made it may be put anywhere: reset the rehearsal first.`, {
        field: "now",
      }),
    );
  return done(new Date(at).toISOString());
}

/** Years 1 to 9999. */
const isKept = (at: number): boolean => at >= Date.parse("0001-01-01T00:00:00Z") && at <= Date.parse("9999-12-31T00:00:00Z");

function movedBy(now: string, forward: string, zone: string): string | null {
  try {
    const moved = Temporal.Instant.from(now).toZonedDateTimeISO(zone).add(Temporal.Duration.from(forward)).toInstant();
    return isKept(moved.epochMilliseconds) ? moved.toString() : null;
  } catch {
    // Longer than any calendar.
    return null;
  }
}

/** Before anything has happened a rehearsal may begin at any moment: what stands there already then began at that one. */
async function beginAt(running: Running, moment: string): Promise<void> {
  await running.database.transaction(async (connection) => {
    await connection.all(setStartMoment(running.product, moment));
    return { value: null, keep: true };
  });
}

/** Stops at each moment in between at which something falls due, so that all happens in order and at its time. */
async function passThrough(running: Running, clockwork: Clockwork, standAt: (moment: string) => Promise<void>, now: () => string, target: string): Promise<void> {
  await clockwork.settle();
  for (let stops = 0; stops < 20_000; stops++) {
    const next = await nextMoment(running, now(), target);
    if (next === null) break;
    await standAt(next);
    await clockwork.settle();
  }
  await standAt(target);
  await clockwork.settle();
}

async function nextMoment(running: Running, now: string, target: string): Promise<string | null> {
  // Kept to the microsecond, as PostgreSQL has them: a stop a little too early would find nothing due.
  const moments: Temporal.Instant[] = [];
  const add = (moment: unknown): void => void (typeof moment === "string" && moments.push(Temporal.Instant.from(moment)));
  add((await running.database.row(nextDueQuery(running.product)))?.["due_at"]);
  for (const moment of [...(await nextDecisionMoments(running)), ...(await nextWhenMoments(running, now))]) add(moment);
  add((await running.database.row(system.nextOutbox))?.["due_at"]);
  for (const call of running.product.calls) if (call.schedule) add(nextOccurrence(call.schedule.every, now, target, running.product.about.timeZone));
  const { compare } = Temporal.Instant;
  const coming = moments.filter((m) => compare(m, now) > 0 && compare(m, target) <= 0).sort(compare)[0];
  return coming?.toString() ?? null;
}

/** The first moment after `now`, found by halving between now and the target. */
function nextOccurrence(every: Parameters<typeof lastOccurrence>[0], now: string, target: string, zone: string): string | null {
  const at = (ms: number): number => Date.parse(lastOccurrence(every, new Date(ms).toISOString(), zone));
  let low = Date.parse(now);
  let high = Date.parse(target);
  if (at(high) <= low) return null;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (at(middle) > Date.parse(now)) high = middle;
    else low = middle;
  }
  return new Date(at(high)).toISOString();
}
