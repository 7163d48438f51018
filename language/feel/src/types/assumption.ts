/** The conditions that are known to hold at a place in an expression, from which null checks and units are inferred. */
import type { Expression } from "./expression.ts";

/** A condition whose result is known to be `truth`, and the assumption around it. */
export interface Assumption {
  readonly condition: Expression;
  readonly truth: boolean;
  readonly outer: Assumption | null;
}
