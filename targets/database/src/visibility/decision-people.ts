/** Who may decide an action of a record, and in which of its states. */
import type { Deciders, Decision, Machine } from "@nonet/model";

/** The states that the action leads out of: while the record is in one of them, the action may be decided. */
export const openStates = (machine: Machine, action: string): readonly string[] => [
  ...new Set(machine.transitions.flatMap((t) => (t.trigger.kind === "action" && t.trigger.action === action && t.from !== null ? [t.from] : []))),
];

/** Everybody who may be asked in a decision, in whichever step. */
export const decidersOf = ({ steps }: Decision): readonly Deciders[] =>
  steps.flatMap(({ of, including, tie }) => [...of, ...including.map((one) => one.of), ...(tie !== null && tie !== "refused" ? [{ list: tie.by }] : [])]);
