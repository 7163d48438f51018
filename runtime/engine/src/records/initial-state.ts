import { guardQuery, updateQueries } from "@nonet/database";
import type { Entity, Machine } from "@nonet/model";
import { type ChangeContext, type ChangedRecord, variablesOf } from "../change/change-context.ts";
import { machinesOf } from "../input/machines.ts";
import { beginRounds } from "./decision-round.ts";

/** The states to begin with, by field; conditions are judged once there is a record. */
export function initialStates(context: ChangeContext, entity: Entity, given: Readonly<Record<string, unknown>>, state: string | null | undefined): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const machine of machinesOf(context.product, entity.name)) {
    if (machine.field !== "state" && given[machine.field] !== undefined && given[machine.field] !== null) continue;
    values[machine.field] =
      (machine.field === "state" ? state : null) ?? machine.startsAs.find((s) => s.when === null)?.state ?? machine.startsAs[0]?.state ?? machine.states[0]?.name;
  }
  return values;
}

/** `Starts as A when …, else B`, for each machine whose state wasn't named. */
export async function chooseInitialStates(
  context: ChangeContext,
  entity: Entity,
  touched: ChangedRecord,
  given: Readonly<Record<string, unknown>>,
  state: string | null | undefined,
  began: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const machine of machinesOf(context.product, entity.name)) {
    const named = machine.field === "state" ? state !== undefined : given[machine.field] !== undefined && given[machine.field] !== null;
    const chosen = named ? null : await chosenInitialState(context, entity, touched, machine);
    if (chosen !== null) await context.connection.all(updateQueries(context.product, entity.name, touched.id, { [machine.field]: chosen }));
    await beginRounds(context, machine, touched.id, chosen ?? (typeof began[machine.field] === "string" ? String(began[machine.field]) : null));
  }
}

async function chosenInitialState(context: ChangeContext, entity: Entity, touched: ChangedRecord, machine: Machine): Promise<string | null> {
  for (const start of machine.startsAs) {
    if (start.when === null) return null;
    const row = await context.connection.row(guardQuery(context.product, entity.name, touched.id, start.when, variablesOf(context, touched)));
    if (row?.["holds"] === true) return start.state;
  }
  return null;
}
