/**
 * Default 70: a decision that comes to its end without a further vote (somebody left, a list changed): what the action asks for was
 * given with the last word that counted, as where that word itself had ended it.
 */
import { type Action, entityOf, fieldOf, type Machine } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { runAction } from "../effects/run-action.ts";
import { stateIn } from "../input/machines.ts";
import type { DecisionState } from "./decision-state.ts";

/** Notes it as asked, and gives back the record's own fields of it, by name. */
export function inputOfLastYes(context: ChangeContext, machine: Machine, action: Action, touched: ChangedRecord, { votes }: DecisionState): Record<string, unknown> {
  const asked = votes.findLast((v) => v.kind === "yes")?.asked ?? null;
  if (!asked) return {};
  touched.input = asked;
  touched.inputsByAction.set(action.name, [...(touched.inputsByAction.get(action.name) ?? []), asked]);
  const entity = entityOf(context.product, machine.entity)!;
  const own = action.asks.filter(({ field, own }) => own && fieldOf(entity, field.name) && (asked[field.key] ?? null) !== null);
  return Object.fromEntries(own.map(({ field }) => [field.name, asked[field.key]]));
}

/** Refused without a further no: what refuses it happens now. Gives whether it did; one that leaves the record where it is has happened with the no. */
export async function refuseNow(context: ChangeContext, machine: Machine, action: Action, id: string, { refused }: DecisionState): Promise<boolean> {
  const as = action.decision!.refusedBy?.as ?? null;
  const state = stateIn(context.product, machine, await readAsSystem(context, machine.entity, id));
  const rows = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === as && t.from === state);
  if (!refused || as === null || !rows.some((t) => t.to !== state)) return false;
  await runAction(context, machine.entity, id, as, refused.asked ?? {}, "effect");
  return true;
}
