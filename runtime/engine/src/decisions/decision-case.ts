/** One decision on one record: which action of which machine, and the rows by which it would happen from the record's state. */
import type { Action, Machine, Transition } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";

export interface DecisionCase {
  readonly context: ChangeContext;
  readonly machine: Machine;
  readonly action: Action;
  readonly id: string;
  /** The action's rows from the state in which the record is. */
  readonly rows: readonly Transition[];
}

/** The same with the person who votes. */
export interface VoteCase extends DecisionCase {
  readonly voter: string;
}

/** An action that a decision brings about. The caller runs it, because decisions know no effects. */
export interface FollowingAction {
  readonly action: string;
  readonly input: Readonly<Record<string, unknown>>;
}
