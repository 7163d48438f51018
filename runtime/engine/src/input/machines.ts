/** Which of an entity's state machines has an action, and under which key a record shows a machine's state. */
import { type Action, entityOf, keyOf, type Machine, type Product, type Transition } from "@nonet/model";
import type { Row } from "../connection/contract.ts";

/** Whether the product has decisions by several people; without any, nobody has a deputy and votes need no lock. */
export const hasDecisions = ({ product }: { readonly product: Product }): boolean => product.machines.some((m) => m.actions.some((a) => a.decision));

export function actionOf(product: Product, entity: string, name: string): { readonly machine: Machine; readonly action: Action } | undefined {
  for (const machine of product.machines) {
    if (machine.entity !== entity) continue;
    const action = machine.actions.find((a) => a.name === name);
    if (action) return { machine, action };
  }
  return undefined;
}

/** The rows of an action, from one state or from any. */
export const transitionsOf = (machine: Machine, action: string, from?: string | null): readonly Transition[] =>
  machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action && (from === undefined || t.from === from));

export const machinesOf = (product: Product, entity: string): readonly Machine[] => product.machines.filter((m) => m.entity === entity);

/** The key under which a record shows the machine's state. */
export const stateKey = (product: Product, machine: Machine): string => keyOf(entityOf(product, machine.entity), machine.field);

export const stateIn = (product: Product, machine: Machine, record: Row | null | undefined): string | null => {
  const state: unknown = record?.[stateKey(product, machine)];
  return typeof state === "string" ? state : null;
};
