/** The states in which a new record begins: given, or by `Starts as A when …, else B`. */
import { guardQuery, updateQueries } from "@nonet/database";
import type { Entity, Machine } from "@nonet/model";
import { type ChangeContext, type ChangedRecord, variablesOf } from "../change/change-context.ts";
import { machinesOf } from "../input/machines.ts";
import { beginRounds } from "./decision-round.ts";

type Values = Readonly<Record<string, unknown>>;

/** By the machine's field; conditions are evaluated once the record exists. `given` by field name. */
export function initialStates(context: ChangeContext, entity: Entity, given: Values, state: string | null | undefined): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const machine of machinesOf(context.product, entity.name)) {
    if (machine.field !== "state" && isGiven(machine, given)) continue;
    const named = machine.field === "state" ? state : null;
    values[machine.field] = named ?? machine.startsAs.find((s) => s.when === null)?.state ?? machine.startsAs[0]?.state ?? machine.states[0]?.name;
  }
  return values;
}

export interface InitialStates {
  readonly given: Values;
  readonly state: string | null | undefined;
  /** With which the record was inserted. */
  readonly states: Values;
}

/** Evaluates the conditions of `Starts as` for each machine whose state wasn't given, and begins the rounds of decisions. */
export async function chooseInitialStates(context: ChangeContext, entity: Entity, record: ChangedRecord, { given, state, states }: InitialStates): Promise<void> {
  for (const machine of machinesOf(context.product, entity.name)) {
    const isNamed = machine.field === "state" ? state !== undefined : isGiven(machine, given);
    const chosen = isNamed ? null : await chosenState(context, record, machine);
    if (chosen !== null) await context.connection.all(updateQueries(context.product, entity.name, record.id, { [machine.field]: chosen }));
    const inserted = states[machine.field];
    await beginRounds(context, machine, record.id, chosen ?? (typeof inserted === "string" ? inserted : null));
  }
}

const isGiven = (machine: Machine, given: Values): boolean => given[machine.field] !== undefined && given[machine.field] !== null;

/** Null: as it was inserted. */
async function chosenState(context: ChangeContext, record: ChangedRecord, machine: Machine): Promise<string | null> {
  for (const start of machine.startsAs) {
    if (start.when === null) return null;
    const row = await context.connection.row(guardQuery(context.product, record.entity, record.id, start.when, variablesOf(context, record)));
    if (row?.["holds"] === true) return start.state;
  }
  return null;
}
