/** Whether anybody decides anything together in this product: without, nobody stands in for anybody and votes need no lock. */
import { type Action, entityOf, type Machine, type Product } from "@nonet/model";
import type { Row } from "../connection/contract.ts";

export const hasDecisions = ({ product }: { readonly product: Product }): boolean => product.machines.some((m) => m.actions.some((a) => a.decision));

/** Which of an entity's machines has an action, and where a record keeps that machine's state. */

export function actionOf(product: Product, entity: string, name: string): { readonly machine: Machine; readonly action: Action } | undefined {
  for (const machine of product.machines) {
    if (machine.entity !== entity) continue;
    const action = machine.actions.find((a) => a.name === name);
    if (action) return { machine, action };
  }
  return undefined;
}

export const machinesOf = (product: Product, entity: string): readonly Machine[] => product.machines.filter((m) => m.entity === entity);

/** The key under which a record shows the machine's state. */
export const stateKey = (product: Product, machine: Machine): string => entityOf(product, machine.entity)?.fields.find((f) => f.name === machine.field)?.key ?? machine.field;

export const stateIn = (product: Product, machine: Machine, record: Row | null | undefined): string | null => {
  const state: unknown = record?.[stateKey(product, machine)];
  return typeof state === "string" ? state : null;
};
