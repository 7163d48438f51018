/** Rehearsal: a clock that is moved by hand, and messages that are caught instead of sent. */
import { returnAllNumbers } from "../numbers/shared-counter.ts";
import { hideSecrets } from "../calls/sent-secrets.ts";
import { setStartMoment, hasChangesQuery, nextDueQuery, system, tablesOf } from "@nonet/database";
import type { Recurrence } from "@nonet/model";
import { Temporal } from "temporal-polyfill";
import { addScript, clearScripts } from "../calls/scripted-answers.ts";
import { nextDecisionDeadlines } from "../clock/decision-deadlines.ts";
import { nextConditionMoments } from "../clock/due-conditions.ts";
import { lastOf } from "../clock/schedule-occurrence.ts";
import type { Running } from "../connection/running-product.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Happened, Rehearsal } from "../contract/rehearsal.ts";
import { addInitialRecords } from "../import/initial-records.ts";
import { addFirstPeople } from "../people/first-people.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { withAbsoluteLinks, withAbsoluteLinksIn } from "../calls/absolute-links.ts";
import type { Row } from "../connection/contract.ts";
import { say } from "@nonet/texts";

const duration = /^P(?=.)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+S)?)?$/;

export interface Clockwork {
  /** Runs until nothing is due. */
  settle(): Promise<void>;
  /** Runs this while the worker does nothing else. */
  alone(work: () => Promise<void>): Promise<void>;
}

export async function makeRehearsal(running: Running, clockwork: Clockwork): Promise<Rehearsal> {
  let now = String((await running.database.row(system.readClock))?.["now"]);
  const setClock = async (moment: string): Promise<void> => {
    await running.database.rows(system.setClock(moment));
    now = moment;
  };
  await setClock(now);
  return {
    now: () => now,
    moveClock: async (to) => {
      const target = await targetOf(running, now, to);
      if (!target.ok) return target;
      if (Temporal.Instant.compare(target.value, now) < 0) {
        await clockwork.alone(() => startAt(running, target.value));
        now = target.value;
      }
      const before = now;
      await passThrough(running, clockwork, { set: setClock, now: () => now }, target.value);
      const happened = (await running.database.rows(system.doneByItself(before))) as unknown as readonly Happened[];
      return done({ now, happened });
    },
    mails: async () =>
      (await running.database.rows(system.outbox(null)))
        .filter((r) => "to" in r["payload"])
        .map((r) => ({
          at: r["at"],
          to: r["payload"].to,
          subject: r["payload"].subject,
          body: withAbsoluteLinks(running, r["payload"].body ?? ""),
          call: r["call"],
          ...attachmentsIn(r["payload"]),
        })),
    calls: async () =>
      (await running.database.rows(system.outbox(null)))
        .filter((r) => "method" in r["payload"])
        .map((r) => ({
          at: r["at"],
          call: r["call"],
          method: r["payload"].method,
          address: hideSecrets(r["payload"].address),
          headers: { ...hideSecrets(r["payload"].headers), ...(r["idempotency_key"] ? { "idempotency-key": String(r["idempotency_key"]) } : {}) },
          body: withAbsoluteLinksIn(running, hideSecrets(r["payload"].body)),
          status: r["answer"]?.notShown ? "not shown" : r["status"],
          attempts: r["attempts"],
        })),
    answer: async (script) => addScript(running, script),
    settle: () => clockwork.settle(),
    reset: async () => {
      await clockwork.settle();
      clearScripts(running);
      await returnAllNumbers(running.database);
      await running.database.rows(system.empty(tablesOf(running.product)));
      await running.database.rows(system.setClock(null));
      await setClock(String((await running.database.row(system.readClock))?.["now"]));
      await addInitialRecords(running.database, running.product, running.product.entities);
      await addFirstPeople(running);
      await clockwork.settle();
    },
  };
}

/** The reports that would be made for the receiver. */
const attachmentsIn = ({ reports }: Row): { readonly attachments?: readonly string[] } =>
  reports ? { attachments: (reports as readonly { screen: string; format: string }[]).map(({ screen, format }) => `${screen}.${format}`) } : {};

/** The placeholder of a secret field. */

async function targetOf(running: Running, now: string, to: { now: string } | { forward: string }): Promise<Outcome<string>> {
  if ("forward" in to) {
    if (typeof to.forward !== "string" || !duration.test(to.forward))
      return refuse("malformed", problem("invalid-value", say("forward-should-be-a-duration-such-as"), { field: "forward" }));
    const moved = movedBy(now, to.forward, running.product.about.timeZone);
    return moved === null ? refuse("malformed", problem("invalid-value", say("the-clock-cant-be-moved-beyond-the"), { field: "forward" })) : done(moved);
  }
  const at = typeof to.now === "string" && /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(to.now) ? instantOf(to.now) : null;
  if (at === null || !isInRange(at.epochMilliseconds)) return refuse("malformed", problem("invalid-value", say("now-should-be-an-instant-such-as"), { field: "now" }));
  if (Temporal.Instant.compare(at, now) < 0 && (await running.database.row(hasChangesQuery))?.["begun"] !== false)
    return refuse(
      "conflict",
      problem("clock-only-forward", say("the-clock-only-moves-forward-and-it", { now }), {
        field: "now",
      }),
    );
  return done(textOf(at));
}

/** To the microsecond, as PostgreSQL keeps instants; null where there is no such date or time. */
function instantOf(text: string): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(text.length === 10 ? `${text}T00:00:00Z` : text).round({ smallestUnit: "microsecond", roundingMode: "trunc" });
  } catch {
    return null;
  }
}

const textOf = (at: Temporal.Instant): string => (at.epochNanoseconds % 1_000_000n === 0n ? new Date(at.epochMilliseconds).toISOString() : at.toString());

/** Years 1 to 9999. */
const isInRange = (at: number): boolean => at >= Date.parse("0001-01-01T00:00:00Z") && at <= Date.parse("9999-12-31T00:00:00Z");

function movedBy(now: string, forward: string, zone: string): string | null {
  try {
    const moved = Temporal.Instant.from(now).toZonedDateTimeISO(zone).add(Temporal.Duration.from(forward)).toInstant();
    return isInRange(moved.epochMilliseconds) ? moved.toString() : null;
  } catch {
    // The duration is out of range.
    return null;
  }
}

/** Before anything has happened a rehearsal can start at any moment; the initial records then start at that moment. */
async function startAt(running: Running, moment: string): Promise<void> {
  await running.database.transaction(async (connection) => {
    await connection.all(setStartMoment(running.product, moment));
    return { value: null, commit: true };
  });
}

/** Stops at each moment at which something becomes due, so that everything runs in order and at its time. */
async function passThrough(running: Running, clockwork: Clockwork, clock: { set(moment: string): Promise<void>; now(): string }, target: string): Promise<void> {
  await clockwork.settle();
  const occurrences: NextOccurrences = new Map();
  for (let stops = 0; stops < 20_000; stops++) {
    const next = await nextMoment(running, clock.now(), target, occurrences);
    if (next === null) break;
    await clock.set(next);
    await clockwork.settle();
  }
  await clock.set(target);
  await clockwork.settle();
}

async function nextMoment(running: Running, now: string, target: string, occurrences: NextOccurrences): Promise<string | null> {
  // To the microsecond, as in PostgreSQL: a stop slightly too early would find nothing due.
  const moments: Temporal.Instant[] = [];
  const add = (moment: unknown): void => void (typeof moment === "string" && moments.push(Temporal.Instant.from(moment)));
  const [due, leaving, deadlines, conditions] = await Promise.all([
    running.database.row(nextDueQuery(running.product)),
    running.database.row(system.nextOutbox),
    nextDecisionDeadlines(running),
    nextConditionMoments(running, now),
  ]);
  for (const moment of [due?.["due_at"], leaving?.["due_at"], ...deadlines, ...conditions]) add(moment);
  for (const call of running.product.calls) {
    if (!call.schedule) continue;
    // Looked for only once it has passed.
    const known = occurrences.get(call.name);
    const next =
      known === undefined || (known !== null && Date.parse(known) <= Date.parse(now)) ? nextOccurrence(call.schedule.every, now, target, running.product.about.timeZone) : known;
    occurrences.set(call.name, next);
    add(next);
  }
  const { compare } = Temporal.Instant;
  const next = moments.filter((m) => compare(m, now) > 0 && compare(m, target) <= 0).sort(compare)[0];
  return next?.toString() ?? null;
}

/** The next occurrence of each schedule up to the target; null: none. */
type NextOccurrences = Map<string, string | null>;

/** Two occurrences of a recurrence are further apart, also where the clocks change; intervals excepted. */
const shortestGap = 20 * 3_600_000;

/** The first occurrence of any of them after `now`. */
function nextOccurrence(every: readonly Recurrence[], now: string, target: string, zone: string): string | null {
  const found = every.map((one) => nextOf(one, now, target, zone)).filter((one) => one !== null);
  return found.length === 0 ? null : found.reduce((first, one) => (Date.parse(one) < Date.parse(first) ? one : first));
}

/** Intervals count from the epoch, others are found by bisection. */
function nextOf(every: Recurrence, now: string, target: string, zone: string): string | null {
  const [from, end] = [Date.parse(now), Date.parse(target)];
  if (every.kind === "interval") {
    const step = every.seconds * 1000;
    const next = (Math.floor(from / step) + 1) * step;
    return next > end ? null : new Date(next).toISOString();
  }
  const lastAt = (ms: number): number => Date.parse(lastOf(every, new Date(ms).toISOString(), zone));
  let low = from;
  let high = Math.min(from + shortestGap, end);
  for (; lastAt(high) <= from; high = Math.min(high + 2 * (high - from), end)) {
    if (high >= end) return null;
    low = high;
  }
  while (high - low > shortestGap) {
    const middle = Math.floor((low + high) / 2);
    if (lastAt(middle) > from) high = middle;
    else low = middle;
  }
  return new Date(lastAt(high)).toISOString();
}
