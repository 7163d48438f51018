/** The question that a person confirms before an action: what the document says, or for an action that deletes or ends a record (default 80). */
import { type Action, type Entity, isFinal, type Machine } from "@nonet/model";

/** Null for an action that can be undone. Input or a vote is a confirmation of its own, but the question is shown there as well. */
export function actionQuestion(entity: Entity, machine: Machine, action: Action): string | null {
  const transitions = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name && t.from !== null);
  // For one record the server fills in the values; for several there is no single one.
  if (action.confirms !== null) return action.confirms.map((part) => (typeof part === "string" ? part : "…")).join("");
  const targets = new Set(transitions.map((t) => t.to));
  if (targets.size === 0) return null;
  if ([...targets].every((to) => to === null))
    return entity.deleting.allowed === "archives" ? `This archives the ${entity.name}.` : `This deletes the ${entity.name}. This can't be undone.`;
  const ends = transitions.every((t) => t.to !== null && t.to !== t.from && isFinal(machine, t.to));
  return ends && targets.size === 1 ? `The ${entity.name} becomes ${[...targets][0]}. This can't be undone.` : null;
}
