/** What `(new)` rows say about how a record of an entity comes into being. */
import type { Field } from "../entities/entity.ts";
import { camel } from "../entities/identifiers.ts";
import type { Action, Transition } from "../states/machine.ts";
import { machineOf } from "./find.ts";
import type { Product } from "./product.ts";

/** Actions that make a record: those with a `(new)` row in any of the entity's machines. */
export function creationActions(product: Pick<Product, "machines">, entity: string): readonly Action[] {
  return product.machines
    .filter((m) => m.entity === entity)
    .flatMap((m) => m.actions.filter((a) => m.transitions.some((t) => t.from === null && t.trigger.kind === "action" && t.trigger.action === a.name)));
}

/** What they ask for that isn't a field of the record, each key once: which action a creation takes, and so which of these it may bring, is the engine's to say. */
export function creationInput(product: Pick<Product, "machines">, entity: string): readonly Field[] {
  const asked = new Map<string, Field>();
  for (const action of creationActions(product, entity)) for (const { field, own } of action.asks) if (!own && !asked.has(field.key)) asked.set(field.key, field);
  return [...asked.values()];
}

/** The rows by which a record comes into being; one action's only where it is named. */
export const creationRows = (product: Product, entity: string, action: string | null): readonly Transition[] =>
  machineOf(product, entity)?.transitions.filter((t) => t.from === null && t.trigger.kind === "action" && (action === null || t.trigger.action === action)) ?? [];

export const actionOfTransition = (product: Product, entity: string, row: Transition | undefined): Action | undefined =>
  row?.trigger.kind === "action" ? machineOf(product, entity)?.actions.find((a) => row.trigger.kind === "action" && a.name === row.trigger.action) : undefined;

/** The rows by which an effect's record may come into being: those whose action asks for all that is `given` (by name), and demands nothing else. */
export function creationRowsFor(product: Product, entity: string, given: readonly string[]): readonly Transition[] {
  return creationRows(product, entity, null).filter((row) => {
    const asks = actionOfTransition(product, entity, row)?.asks ?? [];
    const isAsked = (name: string): boolean => asks.some(({ field }) => field.key === camel(name));
    return given.every(isAsked) && asks.every(({ field, own }) => own || !mustBeAnswered(field) || given.some((name) => camel(name) === field.key));
  });
}

/** Whether an asked field has to be answered by whoever does the action, whatever the record. */
export const mustBeAnswered = (field: Field): boolean => field.required === true && field.default === null;
