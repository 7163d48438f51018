/** Runs what the clock has made due: timed transitions in the order of their moments, and schedules. */
import { decisionStatements, dueQuery } from "@nonet/database";
import type { Machine, Transition } from "@nonet/model";
import { guardHolds } from "../actions/guards.ts";
import { runRow } from "../actions/run-transition.ts";
import { lockRecord, readAsSystem } from "../change/change-context.ts";
import type { Running } from "../connection/running-product.ts";
import { automaticName } from "../effects/automatic-transitions.ts";
import { noteStuck } from "../effects/blocked-transitions.ts";
import { stateIn } from "../input/machines.ts";
import { performAs } from "../perform/perform.ts";
import { announce } from "../perform/publish-changes.ts";
import { wakeDecisions } from "../perform/reevaluate-decisions.ts";
import { runDecisionsDue } from "./decision-deadlines.ts";
import { runWhenDue } from "./due-conditions.ts";
import { clearStuck } from "./recheck-blocked.ts";
import { runSchedule } from "./run-schedule.ts";

interface Due {
  readonly machine: Machine;
  readonly entity: string;
  readonly id: string;
  readonly at: string;
  readonly transition: Transition;
}

/** Runs everything due at the clock's present; gives how many things happened. A fault in one of them is thrown when the others have had their turn. */
export async function runDue(running: Running): Promise<number> {
  const faults: unknown[] = [];
  let happened = 0;
  const turns = [
    () => runTransitionsDue(running),
    () => runDecisionsDue(running),
    () => wakeDecisions(running),
    () => runWhenDue(running),
    ...running.product.calls.filter((call) => call.schedule).map((call) => async () => ((await runSchedule(running, call)) ? 1 : 0)),
  ];
  turns.push(() => clearStuck(running));
  for (const turn of turns) happened += await turn().catch((fault: unknown) => (faults.push(fault), 0));
  if (faults.length > 0) throw faults[0];
  return happened;
}

async function runTransitionsDue(running: Running): Promise<number> {
  let happened = 0;
  const stuck = new Set<string>();
  for (let rounds = 0; rounds < 10_000; rounds++) {
    const due = (await dueTransitions(running, stuck.size + 1)).filter((d) => !stuck.has(keyOf(d)));
    const next = due[0];
    if (!next) break;
    if (await runOne(running, next)) happened++;
    else stuck.add(keyOf(next));
  }
  return happened;
}

const keyOf = (due: Due): string => `${due.id} ${due.machine.field} ${due.transition.row} ${due.transition.from}`;

/** The first of each transition: as many as that one which isn't stuck is among them. */
async function dueTransitions(running: Running, most: number): Promise<readonly Due[]> {
  const found: Due[] = [];
  for (const machine of running.product.machines) {
    for (const transition of machine.transitions) {
      if (transition.trigger.kind !== "after" && transition.trigger.kind !== "at") continue;
      for (const row of await running.database.rows(dueQuery(running.product, machine.entity, transition, undefined, most)))
        found.push({ machine, entity: machine.entity, id: row["id"], at: String(row["due_at"]), transition });
    }
  }
  return found.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.at < b.at ? -1 : a.at > b.at ? 1 : a.transition.row - b.transition.row));
}

/** False where a guard or a rule stops it: it stays due; what a rule stops is listed. */
async function runOne(running: Running, due: Due): Promise<boolean> {
  let ran = false;
  const name = automaticName(running, due.transition);
  const outcome = await performAs(running.database, running.product, { kind: "system" }, {}, { entity: due.entity }, async (work) => {
    ran = false;
    const touched = await lockRecord(work, due.entity, due.id);
    // Another process may have run it meanwhile, or its moment may have moved.
    const state = stateIn(work.product, due.machine, await readAsSystem(work, due.entity, due.id));
    const still = await work.connection.row(dueQuery(work.product, due.entity, due.transition, [due.id]));
    if (state !== due.transition.from || !still) return due.id;
    ran = await guardHolds(work, due.entity, due.id, touched, due.transition);
    if (ran) await runRow(work, due.machine, touched, due.transition, name, {});
    // It happens, or it is its guard now that it waits for, and no rule.
    await work.connection.rows(decisionStatements.blocked.clear(due.id, due.machine.field, due.transition.row));
    return due.id;
  });
  if (outcome.ok && ran) announce(running, outcome.value);
  if (!outcome.ok && outcome.refusal.kind !== "unavailable") await noteStuck({ connection: running.database, product: running.product }, due, due.id, outcome.refusal.errors);
  return outcome.ok && ran;
}
