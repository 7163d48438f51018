/** What a rule has stopped is listed as long as it is due: a moment that was moved, or a state that was left, takes it out. */
import { deciding, dueQuery, whenQuery } from "@nonet/database";
import type { Machine, Transition } from "@nonet/model";
import { automaticName } from "./automatic.ts";
import type { Row } from "./connection.ts";
import type { Running } from "./running.ts";

export async function clearStuck(running: Running): Promise<void> {
  for (const row of await running.database.rows(deciding.stuck.some))
    if (!(await isStillDue(running, row))) await running.database.rows(deciding.stuck.clear(row["record_id"], row["machine"], Number(row["row"])));
}

/** By the row of its table, and what it is called: a new version may have another one there. */
async function isStillDue(running: Running, row: Row): Promise<boolean> {
  const machine = running.product.machines.find((m) => m.entity === row["entity"] && m.field === row["machine"]);
  const rows = machine?.transitions.filter((t) => t.row === Number(row["row"]) && automaticName(running, t) === row["source"]) ?? [];
  for (const transition of rows) if (await isDue(running, machine!, transition, row["record_id"] as string)) return true;
  return false;
}

async function isDue({ product, database }: Running, machine: Machine, transition: Transition, id: string): Promise<boolean> {
  const { trigger } = transition;
  if (trigger.kind === "when") return (await database.row(whenQuery(product, machine.entity, transition, [id]))) !== undefined;
  if (trigger.kind === "action") {
    for (const action of machine.actions) {
      const query = action.decision?.lapses?.as === trigger.action ? deciding.due(product, machine, action, "lapse") : null;
      if (query && (await database.rows(query)).some((r) => r["id"] === id)) return true;
    }
    return false;
  }
  return (await database.row(dueQuery(product, machine.entity, transition, [id]))) !== undefined;
}
