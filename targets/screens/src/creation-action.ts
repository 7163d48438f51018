/** Finds the action that creates a record of an entity with `(new)` rows. */
import { type Action, creationRows, type Entity, type Product } from "@nonet/model";
import type { Plan } from "./plan.ts";

/** `action` null: by whatever action. */
export const isCreatedUnderCondition = (product: Product, entity: string, action: string | null): boolean =>
  creationRows(product, entity, action).some((row) => row.guard !== null);

/**
 * With `named`, that action, if it only creates records. Otherwise the action of the first `(new)` row that the reader
 * may run, else of the first row. Null if there is none.
 */
export function creationAction(plan: Plan, entity: Entity, named: string | null): Action | null {
  const machine = plan.product.machines.find((m) => m.entity === entity.name && m.field === "state");
  const rows = machine?.transitions.flatMap((t) => (t.trigger.kind === "action" ? [{ from: t.from, action: t.trigger.action, transition: t }] : [])) ?? [];
  const entries = rows.filter((row) => row.from === null);
  const mayRun = ({ action, transition }: (typeof rows)[number]): boolean =>
    plan.visibility.mayAct(
      entity,
      machine!.actions.find((a) => a.name === action)!,
      [transition],
    );
  const name = named ?? (entries.find(mayRun) ?? entries[0])?.action;
  return name !== undefined && rows.some((row) => row.action === name && row.from === null) && (named === null || rows.every((row) => row.action !== name || row.from === null))
    ? (machine!.actions.find((a) => a.name === name) ?? null)
    : null;
}
