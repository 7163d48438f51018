/** The states that a record doesn't leave again. */
import type { Machine } from "./machine.ts";

/** Whether the document calls the state final, or no transition begins there. */
export const isFinal = (machine: Machine, state: string): boolean => machine.endsAs.includes(state) || machine.transitions.every((t) => t.from !== state);
