import type { Expression } from "./expression.ts";

/** A condition that came out as `truth` where something is read, the innermost first. */
export interface Assumption {
  readonly condition: Expression;
  readonly truth: boolean;
  readonly outer: Assumption | null;
}
