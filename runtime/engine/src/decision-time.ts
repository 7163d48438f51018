/** What the clock does to decisions: reminders to those whose turn it is, and lapses. Each happens once, whichever process comes first. */
import { deciding, recordQuery, templateQuery, type Reader } from "@nonet/database";
import { entityOf, type Action, type Machine } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import { noteStuck } from "./automatic.ts";
import { isBegun, type Asked } from "./decision-place.ts";
import { readDecision, type DecisionState } from "./decision-state.ts";
import { stateIn } from "./machine-of-action.ts";
import { performAs } from "./perform.ts";
import { runAction } from "./run-action.ts";
import { hold, whole, type Work } from "./work.ts";
import { announce, type Running } from "./running.ts";

const decided = (running: Pick<Running, "product">): { machine: Machine; action: Action }[] =>
  running.product.machines.flatMap((machine) => machine.actions.filter((a) => a.decision).map((action) => ({ machine, action })));

export async function runDecisionsDue(running: Running): Promise<number> {
  let happened = 0;
  for (const { machine, action } of decided(running)) {
    for (const what of ["remind", "lapse"] as const) {
      const query = deciding.due(running.product, machine, action, what);
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
      const query = deciding.nextDue(running.product, machine, action, what);
      const at: unknown = query && (await running.database.row(query))?.["due_at"];
      if (typeof at === "string") moments.push(at);
    }
  }
  return moments;
}

async function runOne(running: Running, machine: Machine, action: Action, what: "remind" | "lapse", id: string): Promise<boolean> {
  let ran = false;
  const outcome = await performAs(running.database, running.product, { kind: "system" }, {}, { entity: machine.entity }, async (work) => {
    ran = false;
    await hold(work, machine.entity, id);
    const due = await work.connection.rows(deciding.due(work.product, machine, action, what)!);
    const standsIn = stateIn(work.product, machine, await whole(work, machine.entity, id)) ?? "";
    if (!deciding.openStates(machine, action.name).includes(standsIn) || !due.some((r) => r["id"] === id)) return id;
    const standing = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name && t.from === standsIn);
    ran = what === "remind" || (await mayLapse({ work, machine, action, id, standing }));
    if (what === "remind") await remind({ work, machine, action, id, standing });
    else if (ran) await runAction(work, machine.entity, id, action.decision!.lapses!.as, {}, "system");
    return id;
  });
  if (outcome.ok && ran && what === "lapse") announce(running, outcome.value);
  if (!outcome.ok && what === "lapse" && outcome.refusal.kind !== "unavailable") {
    const as = machine.transitions.find((t) => t.trigger.kind === "action" && t.trigger.action === action.decision!.lapses!.as);
    if (as) await noteStuck({ connection: running.database, product: running.product }, { machine, transition: as }, id, outcome.refusal.errors);
  }
  return outcome.ok && ran;
}

type Here = Omit<Asked, "me">;

/** Default 37: before it is proposed nobody is asked, so no time runs out; the proposal counts anew. */
async function mayLapse(here: Here): Promise<boolean> {
  const { work, machine, action, id } = here;
  const state = await readDecision(work.connection, work.product, machine, action, id);
  if (await isBegun(here, state)) return true;
  if (state.round === 0) await work.connection.rows(deciding.beginRound(machine.entity, id, action.name));
  await work.connection.rows(deciding.setUnproposed(id, action.name, Math.max(1, state.round)));
  return false;
}

/** Default 35: once for each step, to those who are asked and haven't answered, and to their deputies of the day. */
async function remind(here: Here): Promise<void> {
  const { work, machine, action, id } = here;
  const state = await readDecision(work.connection, work.product, machine, action, id);
  if (state.round === 0) await work.connection.rows(deciding.beginRound(machine.entity, id, action.name));
  const first = await work.connection.row(deciding.setReminded(id, action.name, Math.max(1, state.round)));
  if (!first || state.now === null || state.refused) return;
  // Before it is proposed nobody is asked; the proposal counts anew.
  if (!(await isBegun(here, state))) return;
  const step = state.steps[state.now]!;
  const asked = step.people.filter((p) => !step.said.has(p));
  const deputies = (await work.connection.rows(deciding.deputies.of(asked, work.product.about.timeZone))).map((r) => r["id"] as string).filter((d) => !state.excluded.has(d));
  for (const person of new Set([...asked, ...deputies])) await write(work, machine, action, id, person, "reminder");
}

/** Default 36: where `not by` or too few people leave nobody to decide, the Owner is told once. */
export async function tellOwner(work: Work, state: DecisionState, id: string): Promise<void> {
  const { machine, action } = state;
  if (state.now === null || state.refused || !state.steps[state.now]!.waiting) return;
  if (state.round === 0) await work.connection.rows(deciding.beginRound(machine.entity, id, action.name));
  if (!(await work.connection.row(deciding.setTold(id, action.name, Math.max(1, state.round))))) return;
  for (const row of await work.connection.rows(deciding.owners)) {
    const named = await nameFor(work, machine.entity, id, { kind: "person", id: row["id"], roles: row["roles"], owner: true });
    const text = `${action.name} of ${named} waits: too few people are left who may decide step ${state.now + 1}.`;
    work.outbox.push({
      id: uuidv7(),
      call: "(decision waits)",
      entity: machine.entity,
      record: id,
      payload: { to: row["email"], subject: `${machine.entity}: nobody can decide`, body: text },
      notShown: null,
    });
  }
}

async function write(work: Work, machine: Machine, action: Action, id: string, person: string, kind: string): Promise<void> {
  const row = await work.connection.row(deciding.reader(person));
  const email: unknown = (await work.connection.rows(deciding.emails([person])))[0]?.["email"];
  if (!row || typeof email !== "string") return;
  const stoodInFor = (await work.connection.rows(deciding.deputies.stoodInFor(person, work.product.about.timeZone))).map((r) => ({
    id: r["id"] as string,
    roles: r["roles"] as string[],
    owner: r["owner"] === true,
  }));
  const reader = { kind: "person" as const, id: person, roles: row["roles"] as string[], owner: row["owner"] === true, standsFor: stoodInFor };
  const named = await nameFor(work, machine.entity, id, reader);
  work.outbox.push({
    id: uuidv7(),
    call: `(${kind})`,
    entity: machine.entity,
    record: id,
    payload: { to: email, subject: `${named} waits for your decision`, body: `${action.name} of ${named} waits for your decision.` },
    notShown: null,
  });
}

/** A mail says no more than its reader may read. */
async function nameFor(work: Work, entity: string, id: string, reader: Reader): Promise<string> {
  const readable = (await work.connection.row(recordQuery(work.product, reader, entity, id))) !== undefined;
  return readable ? `${entity} ${await titleOf(work, entity, id)}` : entity;
}

async function titleOf(work: Work, entityName: string, id: string): Promise<string> {
  const entity = entityOf(work.product, entityName)!;
  const row = await work.connection.row(templateQuery(work.product, entityName, id, [{ name: "title", template: [entity.shownAs], form: "readable" }]));
  return String(row?.["texts"]?.title ?? "");
}
