/** Deadlines of decisions: reminders to the people whose turn it is, and lapses. Each happens once, whichever process runs it. */
import { decisionStatements } from "@nonet/database";
import type { Action, Machine } from "@nonet/model";
import { lockRecord } from "../change/lock-record.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import type { Running } from "../connection/running-product.ts";
import { readDecision } from "../decisions/decision-state.ts";
import { draftReminder } from "../decisions/reminder-mail.ts";
import type { DecisionCase } from "../decisions/decision-case.ts";
import { isStarted } from "../decisions/voting-capacity.ts";
import { noteBlocked } from "../effects/blocked-transitions.ts";
import { runAction } from "../effects/run-action.ts";
import { stateIn, transitionsOf } from "../input/machines.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";

const decisions = (running: Pick<Running, "product">): { machine: Machine; action: Action }[] =>
  running.product.machines.flatMap((machine) => machine.actions.filter((a) => a.decision).map((action) => ({ machine, action })));

export async function runDecisionDeadlines(running: Running): Promise<number> {
  let happened = 0;
  for (const { machine, action } of decisions(running)) {
    for (const what of ["remind", "lapse"] as const) {
      const query = decisionStatements.due(running.product, machine, action, what);
      if (!query) continue;
      for (const row of await running.database.rows(query)) if (await runOne(running, machine, action, what, row["id"] as string)) happened++;
    }
  }
  return happened;
}

/** The next reminders and lapses, for a rehearsal that moves its clock. */
export async function nextDecisionDeadlines(running: Running): Promise<string[]> {
  const moments: string[] = [];
  for (const { machine, action } of decisions(running)) {
    for (const what of ["remind", "lapse"] as const) {
      const query = decisionStatements.nextDue(running.product, machine, action, what);
      const at: unknown = query && (await running.database.row(query))?.["due_at"];
      if (typeof at === "string") moments.push(at);
    }
  }
  return moments;
}

async function runOne(running: Running, machine: Machine, action: Action, what: "remind" | "lapse", id: string): Promise<boolean> {
  let ran = false;
  const outcome = await performSteps(running, { entity: machine.entity }, async (work) => {
    ran = false;
    await lockRecord(work, machine.entity, id);
    const due = await work.connection.rows(decisionStatements.due(work.product, machine, action, what)!);
    const state = stateIn(work.product, machine, await readAsSystem(work, machine.entity, id)) ?? "";
    if (!decisionStatements.openStates(machine, action.name).includes(state) || !due.some((r) => r["id"] === id)) return id;
    const decision = { context: work, machine, action, id, rows: transitionsOf(machine, action.name, state) };
    ran = what === "remind" || (await mayLapse(decision));
    if (what === "remind") await remind(decision);
    else if (ran) await lapse(decision, action.decision!.lapses!.as);
    return id;
  });
  if (outcome.ok && ran && what === "lapse") publishChanges(running, outcome.value);
  if (!outcome.ok && what === "lapse" && outcome.refusal.kind !== "unavailable") {
    const as = machine.transitions.find((t) => t.trigger.kind === "action" && t.trigger.action === action.decision!.lapses!.as);
    if (as) await noteBlocked({ connection: running.database, product: running.product }, { machine, transition: as }, id, outcome.refusal.errors);
  }
  return outcome.ok && ran;
}

/** Runs the action; without one, the next round begins, in which no deadline runs until somebody proposes or votes. */
async function lapse({ context: work, machine, action, id }: DecisionCase, as: string | null): Promise<void> {
  if (as !== null) {
    await runAction(work, { entity: machine.entity, id, action: as, input: {}, origin: "system" });
    return;
  }
  const { round } = await readDecision(work.connection, work.product, machine, action, id);
  await work.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
  await work.connection.rows(decisionStatements.setUnproposed(id, action.name, round + 1));
}

/** Default 37: before the proposal nobody is asked, so no deadline passes; it starts with the proposal. */
async function mayLapse(decision: DecisionCase): Promise<boolean> {
  const { context: work, machine, action, id } = decision;
  const state = await readDecision(work.connection, work.product, machine, action, id);
  if (await isStarted(decision, state)) return true;
  if (state.round === 0) await work.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
  await work.connection.rows(decisionStatements.setUnproposed(id, action.name, Math.max(1, state.round)));
  return false;
}

/** Default 35: once for each step, to the people of the step who haven't voted, and to their deputies of the day. */
async function remind(decision: DecisionCase): Promise<void> {
  const { context: work, machine, action, id } = decision;
  const state = await readDecision(work.connection, work.product, machine, action, id);
  if (state.round === 0) await work.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
  const first = await work.connection.row(decisionStatements.setReminded(id, action.name, Math.max(1, state.round)));
  if (!first || state.now === null || state.refused) return;
  // Before the proposal nobody is asked.
  if (!(await isStarted(decision, state))) return;
  const step = state.steps[state.now]!;
  const pending = step.people.filter((p) => !step.lastVotes.has(p));
  const deputies = (await work.connection.rows(decisionStatements.deputies.of(pending, work.product.about.timeZone)))
    .map((r) => r["id"] as string)
    .filter((d) => !state.excluded.has(d));
  for (const person of new Set([...pending, ...deputies])) await draftReminder(work, { machine, action, id, person });
}
