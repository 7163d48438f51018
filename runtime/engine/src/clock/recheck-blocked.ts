/** What a rule has stopped is listed as long as it is due: a moment that was moved, or a state that was left, takes it out. */
import { decisionStatements, dueQuery, whenQuery } from "@nonet/database";
import type { Action, Machine, Transition } from "@nonet/model";
import { readAsSystem } from "../change/change-context.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import { readDecision } from "../decisions/decision-state.ts";
import { automaticName } from "../effects/automatic-transitions.ts";
import { stateIn } from "../input/machines.ts";
import { lookAgain } from "../perform/reevaluate-decisions.ts";

/** Gives how many decisions have happened after all: nothing else tries those again. */
export async function clearStuck(running: Running): Promise<number> {
  let happened = 0;
  for (const row of await running.database.rows(decisionStatements.blocked.some)) {
    const stands = await standsStill(running, row);
    if (stands !== "due") await running.database.rows(decisionStatements.blocked.clear(row["record_id"], row["machine"], Number(row["row"])));
    if (stands === "happened") happened++;
  }
  return happened;
}

type Standing = "due" | "gone" | "happened";

/** By the row of its table, and what it is called: a new version may have another one there. */
async function standsStill(running: Running, row: Row): Promise<Standing> {
  const machine = running.product.machines.find((m) => m.entity === row["entity"] && m.field === row["machine"]);
  const rows = machine?.transitions.filter((t) => t.row === Number(row["row"]) && automaticName(running, t) === row["source"]) ?? [];
  const id = row["record_id"] as string;
  for (const transition of rows) {
    if (await isDue(running, machine!, transition, id)) return "due";
    if (!(await isDecided(running, machine!, transition, id))) continue;
    await lookAgain(running, machine!.entity, id);
    return (await isDecided(running, machine!, transition, id)) ? "due" : "happened";
  }
  return "gone";
}

async function isDue({ product, database }: Running, machine: Machine, transition: Transition, id: string): Promise<boolean> {
  const { trigger } = transition;
  if (trigger.kind === "when") return (await database.row(whenQuery(product, machine.entity, transition, [id]))) !== undefined;
  if (trigger.kind === "action") {
    for (const action of machine.actions) {
      const query = action.decision?.lapses?.as === trigger.action ? decisionStatements.due(product, machine, action, "lapse") : null;
      if (query && (await database.rows(query)).some((r) => r["id"] === id)) return true;
    }
    return false;
  }
  return (await database.row(dueQuery(product, machine.entity, transition, [id]))) !== undefined;
}

/** Everybody who is needed has said yes to it, and the record stands where it begins. */
async function isDecided({ product, database }: Running, machine: Machine, { trigger, from }: Transition, id: string): Promise<boolean> {
  const action: Action | undefined = trigger.kind === "action" ? machine.actions.find((a) => a.name === trigger.action) : undefined;
  const record = action?.decision ? await readAsSystem({ connection: database, product }, machine.entity, id) : null;
  if (!action || !record || stateIn(product, machine, record) !== from) return false;
  const { now, refused, votes } = await readDecision(database, product, machine, action, id);
  return now === null && !refused && votes.some((v) => v.kind === "yes");
}
