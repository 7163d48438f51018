import { guardQuery, updateQueries } from "@nonet/database";
import type { Entity, Machine } from "@nonet/model";
import { type ChangedRecord, variablesOf, type ChangeContext } from "../change/change-context.ts";
import { machinesOf } from "../input/machines.ts";
import { beginRounds } from "./decision-round.ts";

/** The states to begin with, by field; conditions are judged once there is a record. */
export function firstStates(work: ChangeContext, entity: Entity, given: Readonly<Record<string, unknown>>, state: string | null | undefined): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const machine of machinesOf(work.product, entity.name)) {
    if (machine.field !== "state" && given[machine.field] !== undefined && given[machine.field] !== null) continue;
    values[machine.field] =
      (machine.field === "state" ? state : null) ?? machine.startsAs.find((s) => s.when === null)?.state ?? machine.startsAs[0]?.state ?? machine.states[0]?.name;
  }
  return values;
}

/** `Starts as A when …, else B`, for each machine whose state wasn't named. */
export async function chooseStarts(
  work: ChangeContext,
  entity: Entity,
  touched: ChangedRecord,
  given: Readonly<Record<string, unknown>>,
  state: string | null | undefined,
  began: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const machine of machinesOf(work.product, entity.name)) {
    const named = machine.field === "state" ? state !== undefined : given[machine.field] !== undefined && given[machine.field] !== null;
    const chosen = named ? null : await chosenStart(work, entity, touched, machine);
    if (chosen !== null) await work.connection.all(updateQueries(work.product, entity.name, touched.id, { [machine.field]: chosen }));
    await beginRounds(work, machine, touched.id, chosen ?? (typeof began[machine.field] === "string" ? String(began[machine.field]) : null));
  }
}

async function chosenStart(work: ChangeContext, entity: Entity, touched: ChangedRecord, machine: Machine): Promise<string | null> {
  for (const start of machine.startsAs) {
    if (start.when === null) return null;
    const row = await work.connection.row(guardQuery(work.product, entity.name, touched.id, start.when, variablesOf(work, touched)));
    if (row?.["holds"] === true) return start.state;
  }
  return null;
}
