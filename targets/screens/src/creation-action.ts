/** By which action a record is made where `(new)` rows say so. */
import type { Action, Entity } from "@nonet/model";
import type { Plan } from "./plan.ts";

/** The action that makes such a record: the one named, where it does nothing else, or that of the first `(new)` row that the asker may do, else of the first; null where there is none. */
export function makingAction(plan: Plan, entity: Entity, named: string | null): Action | null {
  const machine = plan.product.machines.find((m) => m.entity === entity.name && m.field === "state");
  const rows = machine?.transitions.flatMap((t) => (t.trigger.kind === "action" ? [{ from: t.from, action: t.trigger.action, transition: t }] : [])) ?? [];
  const entries = rows.filter((row) => row.from === null);
  const isMine = ({ action, transition }: (typeof rows)[number]): boolean =>
    plan.sight.mayAct(
      entity,
      machine!.actions.find((a) => a.name === action)!,
      [transition],
    );
  const making = named ?? (entries.find(isMine) ?? entries[0])?.action;
  return making !== undefined &&
    rows.some((row) => row.action === making && row.from === null) &&
    (named === null || rows.every((row) => row.action !== making || row.from === null))
    ? (machine!.actions.find((a) => a.name === making) ?? null)
    : null;
}
