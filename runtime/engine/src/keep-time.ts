/** Runs what the clock has made due: timed transitions in the order of their moments, and schedules. */
import { dueQuery, system, whereQuery } from "@nonet/database";
import type { Call, Transition } from "@nonet/model";
import { performAs } from "./perform.ts";
import { guardHolds, runTransition } from "./run-action.ts";
import { draftCall } from "./draft-call.ts";
import { runStatements } from "./effects.ts";
import { runWhenTransitions } from "./run-when.ts";
import { touch, whole } from "./work.ts";
import { announce, type Running } from "./running.ts";
import { lastOccurrence } from "./occurrence.ts";

interface Due {
  readonly entity: string;
  readonly id: string;
  readonly at: string;
  readonly transition: Transition;
}

/** Runs everything due at the clock's present; gives how many things happened. */
export async function runDue(running: Running): Promise<number> {
  let happened = 0;
  const stuck = new Set<string>();
  for (let rounds = 0; rounds < 10_000; rounds++) {
    const due = (await dueTransitions(running)).filter((d) => !stuck.has(keyOf(d)));
    const next = due[0];
    if (!next) break;
    if (await runOne(running, next)) happened++;
    else stuck.add(keyOf(next));
  }
  if (running.product.machines.some((m) => m.transitions.some((t) => t.trigger.kind === "when"))) {
    const outcome = await performAs(running.database, running.product, { kind: "system" }, {}, { entity: "" }, async (work) => {
      await runWhenTransitions(work);
      return "";
    });
    if (outcome.ok) announce(running, outcome.value);
  }
  for (const call of running.product.calls) if (call.schedule && (await runSchedule(running, call))) happened++;
  return happened;
}

const keyOf = (due: Due): string => `${due.id} ${due.transition.row} ${due.transition.from}`;

async function dueTransitions(running: Running): Promise<readonly Due[]> {
  const found: Due[] = [];
  for (const machine of running.product.machines) {
    for (const transition of machine.transitions) {
      if (transition.trigger.kind !== "after" && transition.trigger.kind !== "at") continue;
      for (const row of await running.database.rows(dueQuery(running.product, machine.entity, transition))) found.push({ entity: machine.entity, id: row["id"], at: String(row["due_at"]), transition });
    }
  }
  return found.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.transition.row - b.transition.row));
}

/** False where a guard or a rule stops it: it stays due. */
async function runOne(running: Running, due: Due): Promise<boolean> {
  let ran = false;
  const outcome = await performAs(running.database, running.product, { kind: "system" }, {}, { entity: due.entity }, async (work) => {
    ran = false;
    const touched = await touch(work, due.entity, due.id, "(by time)");
    const record = await whole(work, due.entity, due.id);
    if (record?.["state"] !== due.transition.from || !(await guardHolds(work, due.entity, due.id, touched, due.transition))) return due.id;
    await runTransition(work, due.entity, touched, due.transition, "(by time)");
    ran = true;
    return due.id;
  });
  if (outcome.ok && ran) announce(running, outcome.value);
  return outcome.ok && ran;
}

/** A schedule's latest moment since it last ran happens once, in the transaction that notes it. */
async function runSchedule(running: Running, call: Call): Promise<boolean> {
  const clock = await running.database.row(system.readClock);
  const now = String(clock?.["now"]);
  const due = lastOccurrence(call.schedule!.every, now, running.product.about.timeZone);
  const ran = await running.database.row(system.scheduleRan(call.name));
  // A schedule counts from when the product first saw it: what was before is not made up for.
  if (!ran) {
    await running.database.rows(system.setScheduleRan(call.name, now));
    return false;
  }
  if (Date.parse(due) <= Date.parse(String(ran["ran_at"]))) return false;
  const outcome = await performAs(running.database, running.product, { kind: "system" }, {}, { entity: call.entity ?? "" }, async (work) => {
    const again = await work.connection.row(system.scheduleRan(call.name));
    if (again && Date.parse(due) <= Date.parse(String(again["ran_at"]))) return "";
    await work.connection.rows(system.setScheduleRan(call.name, due));
    const each = call.schedule!.forEach;
    const ids: (string | null)[] = each ? (await work.connection.rows(whereQuery(work.product, each.entity, each.where?.expression ?? null))).map((r) => r["id"] as string) : [null];
    for (const id of ids) {
      const place = { entity: each?.entity ?? null, id, action: call.name, others: {} };
      if (call.does.kind === "statements") await runStatements(work, place, call.does.then);
      else await draftCall(work, place, call.name);
    }
    return "";
  });
  if (outcome.ok) announce(running, outcome.value);
  return outcome.ok;
}
