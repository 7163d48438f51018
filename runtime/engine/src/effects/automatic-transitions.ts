import type { Machine, Transition } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { sourceText } from "../refusals/source-location.ts";

export const automaticTransitions = (context: Pick<ChangeContext, "product">): Automatic[] =>
  context.product.machines.flatMap((machine) => machine.transitions.filter((t) => t.trigger.kind === "when").map((transition) => ({ machine, transition })));

/** How an automatic transition is called in the history and in the list of those that are stuck. */
export function automaticName(context: Pick<ChangeContext, "product">, t: Transition): string {
  const { trigger } = t;
  const words = (span: { file: number; from: number; to: number }): string => sourceText(context.product, span);
  if (trigger.kind === "when") return `(when ${words(trigger.condition.span)})`;
  if (trigger.kind === "at") return `(at ${words(trigger.moment.span)})`;
  return trigger.kind === "after" ? `(after ${words(trigger.delay.span)}${trigger.past ? ` past ${words(trigger.past.span)}` : ""})` : trigger.action;
}

export interface Automatic {
  readonly machine: Machine;
  readonly transition: Transition;
}
