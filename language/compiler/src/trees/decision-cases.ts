/** The cases of a decision: steps with the same condition, and the condition that a case itself names. */
import type { Expression } from "@nonet/feel";
import type { DecisionStep } from "@nonet/model";

export const isOtherCase = (a: DecisionStep, b: DecisionStep): boolean => a.when?.span.from !== b.when?.span.from || a.when?.span.to !== b.when?.span.to;

/** The condition that the case itself names; the others say that no case before it applies. Null for `otherwise`. */
export function ownCondition(when: Expression): Expression | null {
  const last = when.kind === "binary" && when.operator === "and" && isNegated(when.left) ? when.right : when;
  return isNegated(last) ? null : last;
}

const isNegated = (e: Expression): boolean =>
  (e.kind === "if" && e.then.kind === "literal" && e.then.value === false && e.otherwise.kind === "literal" && e.otherwise.value === true) ||
  (e.kind === "binary" && e.operator === "and" && isNegated(e.left) && isNegated(e.right));
