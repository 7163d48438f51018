/** Rechecks the list of blocked transitions: an entry that is no longer due is removed, a blocked decision is tried again. */
import { decisionStatements, dueQuery, whenQuery } from "@nonet/database";
import type { Action, Machine, Transition } from "@nonet/model";
import { readAsSystem } from "../change/read-as-system.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import { readDecision } from "../decisions/decision-state.ts";
import { automaticName } from "../effects/automatic-transitions.ts";
import { stateIn } from "../input/machines.ts";
import { reevaluateDecision } from "../perform/reevaluate-decisions.ts";

/** Returns how many blocked decisions took effect; nothing else retries them. */
export async function recheckBlocked(running: Running): Promise<number> {
  let happened = 0;
  for (const row of await running.database.rows(decisionStatements.blocked.some)) {
    const status = await recheck(running, row);
    if (status !== "due") await running.database.rows(decisionStatements.blocked.clear(row["record_id"], row["machine"], Number(row["row"])));
    if (status === "ran") happened++;
  }
  return happened;
}

type Status = "due" | "gone" | "ran";

/** Identified by its row and its name: a new version may have another transition in the row. */
async function recheck(running: Running, row: Row): Promise<Status> {
  const machine = running.product.machines.find((m) => m.entity === row["entity"] && m.field === row["machine"]);
  const rows = machine?.transitions.filter((t) => t.row === Number(row["row"]) && automaticName(running, t) === row["source"]) ?? [];
  const id = row["record_id"] as string;
  for (const transition of rows) {
    if (await isDue(running, machine!, transition, id)) return "due";
    if (!(await isDecided(running, machine!, transition, id))) continue;
    await reevaluateDecision(running, machine!.entity, id);
    return (await isDecided(running, machine!, transition, id)) ? "due" : "ran";
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

/** Whether all needed votes are yes and the record is in the transition's state. */
async function isDecided({ product, database }: Running, machine: Machine, { trigger, from }: Transition, id: string): Promise<boolean> {
  const action: Action | undefined = trigger.kind === "action" ? machine.actions.find((a) => a.name === trigger.action) : undefined;
  const record = action?.decision ? await readAsSystem({ connection: database, product }, machine.entity, id) : null;
  if (!action || !record || stateIn(product, machine, record) !== from) return false;
  const { now, refused, votes } = await readDecision(database, product, machine, action, id);
  return now === null && !refused && votes.some((v) => v.kind === "yes");
}
