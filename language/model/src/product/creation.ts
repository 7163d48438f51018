/** How records of an entity are created: the actions and transitions of `(new)` rows. */
import type { Field } from "../entities/entity.ts";
import { camel } from "../entities/identifiers.ts";
import type { Action, Transition } from "../states/machine.ts";
import { machineOf } from "./find.ts";
import type { Product } from "./product.ts";

/** Actions that create a record: those with a `(new)` row in any of the entity's machines. */
export function creationActions(product: Pick<Product, "machines">, entity: string): readonly Action[] {
  return product.machines
    .filter((m) => m.entity === entity)
    .flatMap((m) => m.actions.filter((a) => m.transitions.some((t) => t.from === null && t.trigger.kind === "action" && t.trigger.action === a.name)));
}

/** The input of these actions that isn't stored in the record, each key once. The engine chooses the action, and so which of these fields it accepts. */
export function creationInput(product: Pick<Product, "machines">, entity: string): readonly Field[] {
  const fields = new Map<string, Field>();
  for (const action of creationActions(product, entity)) for (const { field, own } of action.asks) if (!own && !fields.has(field.key)) fields.set(field.key, field);
  return [...fields.values()];
}

/** The `(new)` rows of an entity's first machine; with `action`, only the rows of that action. */
export const creationRows = (product: Product, entity: string, action: string | null): readonly Transition[] =>
  machineOf(product, entity)?.transitions.filter((t) => t.from === null && t.trigger.kind === "action" && (action === null || t.trigger.action === action)) ?? [];

/** The action that triggers the transition; undefined for another trigger. */
export const actionOfTransition = (product: Product, entity: string, row: Transition | undefined): Action | undefined =>
  row?.trigger.kind === "action" ? machineOf(product, entity)?.actions.find((a) => row.trigger.kind === "action" && a.name === row.trigger.action) : undefined;

/** The `(new)` rows that a `create` statement can use: their action accepts all fields that are `given` (by name), and requires no others. */
export function creationRowsFor(product: Product, entity: string, given: readonly string[], action: string | null = null): readonly Transition[] {
  return creationRows(product, entity, action).filter((row) => {
    const asks = actionOfTransition(product, entity, row)?.asks ?? [];
    const isAsked = (name: string): boolean => asks.some(({ field }) => field.key === camel(name));
    return given.every(isAsked) && asks.every(({ field, own }) => own || !mustBeAnswered(field) || given.some((name) => camel(name) === field.key));
  });
}

/** Whether the input of an action must always include this field. */
export const mustBeAnswered = (field: Field): boolean => field.required === true && field.default === null;
