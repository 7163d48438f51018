/** The states in which an action may be decided: those that it leads out of. */
import type { Machine } from "@nonet/model";

export const openStates = (machine: Machine, action: string): readonly string[] => [
  ...new Set(machine.transitions.flatMap((t) => (t.trigger.kind === "action" && t.trigger.action === action && t.from !== null ? [t.from] : []))),
];
