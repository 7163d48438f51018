/** What is known of a guard before anybody fills in the action's input. */
import { descend } from "@nonet/database";
import type { Expression } from "@nonet/feel";

const readsInput = (expression: Expression): boolean => descend(expression).some((e) => e.kind === "variable" && e.name === "asked");

/** The parts joined by `and` that read no input; null if there are none. The rest is checked when the action runs. */
export function guardBeforeInput(guard: Expression): Expression | null {
  if (!readsInput(guard)) return guard;
  if (guard.kind !== "binary" || guard.operator !== "and") return null;
  const [left, right] = [guardBeforeInput(guard.left), guardBeforeInput(guard.right)];
  return left && right ? { ...guard, left, right } : (left ?? right);
}
