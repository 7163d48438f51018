/** Runs what is due: timed transitions in order, decision deadlines, conditions, schedules and blocked transitions. */
import { decisionStatements, dueQuery, timerRanQuery } from "@nonet/database";
import type { Machine, Transition } from "@nonet/model";
import { guardHolds } from "../actions/guards.ts";
import { runActionTransition } from "../actions/run-transition.ts";
import { lockRecord } from "../change/lock-record.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { Temporal } from "temporal-polyfill";
import type { Running } from "../connection/running-product.ts";
import { automaticName } from "../effects/automatic-transitions.ts";
import { noteBlocked } from "../effects/blocked-transitions.ts";
import { stateIn } from "../input/machines.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";
import type { WorkerMeter } from "../statistics/worker-statistics.ts";
import { reevaluateDecisions } from "../perform/reevaluate-decisions.ts";
import { runDecisionDeadlines } from "./decision-deadlines.ts";
import { runDueConditions } from "./due-conditions.ts";
import { recheckBlocked } from "./recheck-blocked.ts";
import { runSchedules } from "./run-schedule.ts";

interface Due {
  readonly machine: Machine;
  readonly entity: string;
  readonly id: string;
  readonly at: string;
  readonly transition: Transition;
}

/** Returns how many things ran. An error in one kind of work is thrown after the others have run. */
export async function runDue(running: Running, meter: WorkerMeter): Promise<number> {
  const errors: unknown[] = [];
  let happened = 0;
  const work = [
    () => runTransitionsDue(running, meter),
    () => runDecisionDeadlines(running),
    () => reevaluateDecisions(running),
    () => runDueConditions(running),
    () => runSchedules(running),
    () => recheckBlocked(running),
  ];
  for (const run of work) happened += await run().catch((error: unknown) => (errors.push(error), 0));
  if (errors.length > 0) throw errors[0];
  meter.roundEnded();
  return happened;
}

/** Timed transitions that were due and waited for a guard or a rule. A fault is left to the worker, which meets it again and reports it. */
export async function runWaitingTimers(running: Running, meter: WorkerMeter): Promise<void> {
  const isTimed = running.product.machines.some(({ transitions }) => transitions.some(({ trigger }) => trigger.kind === "after" || trigger.kind === "at"));
  if (isTimed) await runTransitionsDue(running, meter).catch(() => 0);
}

async function runTransitionsDue(running: Running, meter: WorkerMeter): Promise<number> {
  let happened = 0;
  const blocked = new Set<string>();
  for (let rounds = 0; rounds < 10_000; rounds++) {
    const due = (await dueTransitions(running, blocked.size + paused(running).size + 1)).filter((d) => !blocked.has(keyOf(d)) && !isPaused(running, d));
    const next = due[0];
    if (!next) break;
    if (await runOne(running, next)) {
      happened++;
      // The clock of a rehearsal stands still.
      if (!running.options.rehearse) meter.timerRan((Date.now() - Date.parse(next.at)) / 1000);
    } else blocked.add(keyOf(next));
  }
  return happened;
}

/** Transitions whose synchronous call has failed wait a minute before the next attempt: when they may be tried again, in milliseconds. */
const pauses = new WeakMap<Running, Map<string, number>>();
const pauseMilliseconds = 60_000;

function paused(running: Running): Map<string, number> {
  const known = pauses.get(running) ?? new Map<string, number>();
  pauses.set(running, known);
  return known;
}

function isPaused(running: Running, due: Due): boolean {
  const until = paused(running).get(keyOf(due));
  if (until === undefined || until > Date.now()) return until !== undefined;
  paused(running).delete(keyOf(due));
  return false;
}

const keyOf = (due: Due): string => `${due.id} ${due.machine.field} ${due.transition.row} ${due.transition.from}`;

/** The earliest due records of each transition, `limit` of each, so that one that isn't blocked is among them. */
async function dueTransitions(running: Running, limit: number): Promise<readonly Due[]> {
  const found: Due[] = [];
  for (const machine of running.product.machines) {
    for (const transition of machine.transitions) {
      if (transition.trigger.kind !== "after" && transition.trigger.kind !== "at") continue;
      for (const row of await running.database.rows(dueQuery(running.product, machine.entity, transition, undefined, limit)))
        found.push({ machine, entity: machine.entity, id: row["id"], at: String(row["due_at"]), transition });
    }
  }
  // To the microsecond; at the same moment in the table's order.
  return found.sort((a, b) => Temporal.Instant.compare(a.at, b.at) || a.transition.row - b.transition.row);
}

/** False where a guard or a rule blocks it. It stays due; what a rule blocks is listed. */
async function runOne(running: Running, due: Due): Promise<boolean> {
  let ran = false;
  const name = automaticName(running, due.transition);
  const outcome = await performSteps(running, { entity: due.entity }, async (work) => {
    ran = false;
    const touched = await lockRecord(work, due.entity, due.id);
    // Another process may have run it, or its moment may have changed.
    const state = stateIn(work.product, due.machine, await readAsSystem(work, due.entity, due.id));
    const stillDue = await work.connection.row(dueQuery(work.product, due.entity, due.transition, [due.id]));
    if (state !== due.transition.from || !stillDue) return due.id;
    ran = await guardHolds(work, { entity: due.entity, id: due.id, record: touched }, due.transition);
    const noted = ran && timerRanQuery(work.product, due.entity, due.transition, { id: due.id, at: String(stillDue["due_at"]) });
    if (noted) await work.connection.rows(noted);
    if (ran) await runActionTransition(work, { machine: due.machine, record: touched, transition: due.transition, name }, new Map());
    // It runs, or its guard blocks it, which is not listed.
    await work.connection.rows(decisionStatements.blocked.clear(due.id, due.machine.field, due.transition.row));
    return due.id;
  });
  if (outcome.ok && ran) publishChanges(running, outcome.value);
  // In a rehearsal, the person moves the clock.
  if (!outcome.ok && outcome.refusal.kind === "call failed" && !running.options.rehearse) paused(running).set(keyOf(due), Date.now() + pauseMilliseconds);
  if (!outcome.ok && outcome.refusal.kind !== "unavailable") await noteBlocked({ connection: running.database, product: running.product }, due, due.id, outcome.refusal.errors);
  return outcome.ok && ran;
}
