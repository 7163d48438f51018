/** What the clock does to decisions: reminders to those whose turn it is, and lapses. Each happens once, whichever process comes first. */
import { decisionStatements } from "@nonet/database";
import type { Action, Machine } from "@nonet/model";
import { lockRecord } from "../change/lock-record.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import type { Running } from "../connection/running-product.ts";
import { readDecision } from "../decisions/decision-state.ts";
import { write } from "../decisions/reminder-mail.ts";
import { type DecisionCase, isBegun } from "../decisions/voting-capacity.ts";
import { noteBlocked } from "../effects/blocked-transitions.ts";
import { runAction } from "../effects/run-action.ts";
import { stateIn } from "../input/machines.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";

const decided = (running: Pick<Running, "product">): { machine: Machine; action: Action }[] =>
  running.product.machines.flatMap((machine) => machine.actions.filter((a) => a.decision).map((action) => ({ machine, action })));

export async function runDecisionsDue(running: Running): Promise<number> {
  let happened = 0;
  for (const { machine, action } of decided(running)) {
    for (const what of ["remind", "lapse"] as const) {
      const query = decisionStatements.due(running.product, machine, action, what);
      if (!query) continue;
      for (const row of await running.database.rows(query)) if (await runOne(running, machine, action, what, row["id"] as string)) happened++;
    }
  }
  return happened;
}

/** The next reminders and lapses, for a clock that is moved. */
export async function nextDecisionMoments(running: Running): Promise<string[]> {
  const moments: string[] = [];
  for (const { machine, action } of decided(running)) {
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
  const outcome = await performSteps(running.database, running.product, { kind: "system" }, {}, { entity: machine.entity }, async (work) => {
    ran = false;
    await lockRecord(work, machine.entity, id);
    const due = await work.connection.rows(decisionStatements.due(work.product, machine, action, what)!);
    const standsIn = stateIn(work.product, machine, await readAsSystem(work, machine.entity, id)) ?? "";
    if (!decisionStatements.openStates(machine, action.name).includes(standsIn) || !due.some((r) => r["id"] === id)) return id;
    const standing = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name && t.from === standsIn);
    ran = what === "remind" || (await mayLapse({ context: work, machine, action, id, standing }));
    if (what === "remind") await remind({ context: work, machine, action, id, standing });
    else if (ran) await runAction(work, machine.entity, id, action.decision!.lapses!.as, {}, "system");
    return id;
  });
  if (outcome.ok && ran && what === "lapse") publishChanges(running, outcome.value);
  if (!outcome.ok && what === "lapse" && outcome.refusal.kind !== "unavailable") {
    const as = machine.transitions.find((t) => t.trigger.kind === "action" && t.trigger.action === action.decision!.lapses!.as);
    if (as) await noteBlocked({ connection: running.database, product: running.product }, { machine, transition: as }, id, outcome.refusal.errors);
  }
  return outcome.ok && ran;
}

type Here = Omit<DecisionCase, "me">;

/** Default 37: before it is proposed nobody is asked, so no time runs out; the proposal counts anew. */
async function mayLapse(here: Here): Promise<boolean> {
  const { context: work, machine, action, id } = here;
  const state = await readDecision(work.connection, work.product, machine, action, id);
  if (await isBegun(here, state)) return true;
  if (state.round === 0) await work.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
  await work.connection.rows(decisionStatements.setUnproposed(id, action.name, Math.max(1, state.round)));
  return false;
}

/** Default 35: once for each step, to those who are asked and haven't answered, and to their deputies of the day. */
async function remind(here: Here): Promise<void> {
  const { context: work, machine, action, id } = here;
  const state = await readDecision(work.connection, work.product, machine, action, id);
  if (state.round === 0) await work.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
  const first = await work.connection.row(decisionStatements.setReminded(id, action.name, Math.max(1, state.round)));
  if (!first || state.now === null || state.refused) return;
  // Before it is proposed nobody is asked; the proposal counts anew.
  if (!(await isBegun(here, state))) return;
  const step = state.steps[state.now]!;
  const asked = step.people.filter((p) => !step.said.has(p));
  const deputies = (await work.connection.rows(decisionStatements.deputies.of(asked, work.product.about.timeZone)))
    .map((r) => r["id"] as string)
    .filter((d) => !state.excluded.has(d));
  for (const person of new Set([...asked, ...deputies])) await write(work, machine, action, id, person, "reminder");
}
