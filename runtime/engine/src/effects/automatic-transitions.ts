/** The `(when …)` rows of a product, and the names under which the history and the list of blocked transitions have them. */
import type { Machine, Transition } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { sourceText } from "../refusals/source-location.ts";

export interface Automatic {
  readonly machine: Machine;
  readonly transition: Transition;
}

export const automaticTransitions = ({ product }: Pick<ChangeContext, "product">): Automatic[] =>
  product.machines.flatMap((machine) => machine.transitions.filter((t) => t.trigger.kind === "when").map((transition) => ({ machine, transition })));

/** The trigger in the document's words; for an action, its name. */
export function automaticName({ product }: Pick<ChangeContext, "product">, { trigger }: Transition): string {
  const words = (span: { file: number; from: number; to: number }): string => sourceText(product, span);
  switch (trigger.kind) {
    case "when":
      return `(when ${words(trigger.condition.span)})`;
    case "at":
      return `(at ${words(trigger.moment.span)})`;
    case "after":
      return `(after ${words(trigger.delay.span)}${trigger.past ? ` past ${words(trigger.past.span)}` : ""})`;
    default:
      return trigger.action;
  }
}
