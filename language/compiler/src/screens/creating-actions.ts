/** The actions that create a record, and the input of actions, from the compiled point 4. */
import { fold, type Type } from "@nonet/feel";
import type { Action, Machine } from "@nonet/model";
import { typeOf } from "../expressions/field-type.ts";

/** Whether every row of the action begins at `(new)`. */
export function isCreating(machines: readonly Machine[], entity: string, action: string): boolean {
  const rows = machines.filter((m) => m.entity === entity).flatMap((m) => m.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action));
  return rows.length > 0 && rows.every((row) => row.from === null);
}

export function actionNamed(machines: readonly Machine[], entity: string, name: string): Action | undefined {
  return machines
    .filter((m) => m.entity === entity)
    .flatMap((m) => m.actions)
    .find((action) => fold(action.name) === fold(name));
}

/** The input of the action by name, or of every action that creates a record; undefined is the type of an amount in the currency of another field. */
export function inputOf(machines: readonly Machine[], entity: string, action: string | null): ReadonlyMap<string, Type | undefined> {
  const actions = machines.filter((m) => m.entity === entity).flatMap((m) => m.actions);
  const asking = actions.filter(({ name }) => (action === null ? isCreating(machines, entity, name) : name === action));
  return new Map(
    asking.flatMap(({ asks }) =>
      asks.map(({ field: { name, type } }): [string, Type | undefined] => [name, type.kind === "money" && type.currencyField !== undefined ? undefined : typeOf(type)]),
    ),
  );
}
