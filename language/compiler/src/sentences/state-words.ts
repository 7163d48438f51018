/** How a record in a state is called, and what becomes of its state: of a machine of its own field the field is named. */
import type { Machine } from "@nonet/model";
import { article } from "./words.ts";

/** `an approved Loan`, `a Claim that is sent back`, `a Match whose review is offered`, `a new Loan`. */
export function recordIn(machine: Machine, state: string | null): string {
  if (state === null) return `a new ${machine.entity}`;
  if (machine.field !== "state") return `${article(machine.entity)} whose ${machine.field} is ${state}`;
  return /\s/.test(state) ? `${article(machine.entity)} that is ${state}` : `${article(state)} ${machine.entity}`;
}

/** `it becomes out`, `its review stays offered`. */
export function becomes(machine: Machine, from: string | null, to: string | null): string {
  if (to === null) return "it is deleted";
  return `${machine.field === "state" ? "it" : `its ${machine.field}`} ${to === from ? "stays" : "becomes"} ${to}`;
}
