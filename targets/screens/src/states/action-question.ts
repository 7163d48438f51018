/** What a person confirms before an action: what the document asks, or that it deletes or ends the record (default 80). */
import { type Action, type Entity, isFinal, type Machine } from "@nonet/model";

/** How an action ends its record. */
export type RecordEnd = { readonly by: "archiving" | "deleting" } | { readonly by: "state"; readonly state: string };

/** Null if the document asks nothing. For one record the server fills in the values; for several there is no single one. */
export const actionQuestion = ({ confirms }: Action): string | null => confirms && confirms.map((part) => (typeof part === "string" ? part : "…")).join("");

/** Undefined for an action that can be undone, and for one of which the document says what to confirm. Input or a vote is a confirmation of its own, but this is shown there as well. */
export function endOf(entity: Entity, machine: Machine, action: Action): RecordEnd | undefined {
  if (action.confirms !== null) return undefined;
  const transitions = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name && t.from !== null);
  const targets = [...new Set(transitions.map((t) => t.to))];
  if (targets.length === 0) return undefined;
  if (targets.every((to) => to === null)) return { by: entity.deleting.allowed === "archives" ? "archiving" : "deleting" };
  const state = targets[0]!;
  const ends = transitions.every((t) => t.to !== null && t.to !== t.from && isFinal(machine, t.to));
  return ends && state !== null && targets.length === 1 ? { by: "state", state } : undefined;
}
