/** What a transaction is asked to do as one change: by whom, about which entity, with which options. */
import type { ChangeContext } from "../change/change-context.ts";
import type { Actor } from "../contract/actor.ts";
import type { Change, PerformOptions } from "../contract/outcome.ts";
import type { AnswerQuery } from "./answer.ts";

export interface ChangeRequest {
  /** The entity of the record that the change is about. */
  readonly entity: string;
  /** Absent: the product itself. */
  readonly actor?: Actor;
  readonly options?: PerformOptions;
  /** Advisory locks to hold around the transaction. */
  readonly keys?: () => Promise<readonly string[]>;
  /** What an idempotency key is compared by; absent: the change has none. */
  readonly change?: Change;
  /** Reads the answer to the actor. */
  readonly answer?: AnswerQuery;
  /** Runs in the same transaction, after history and outbox are written. */
  readonly last?: (context: ChangeContext) => Promise<void>;
}

/** Makes the change and returns the id of the record that it is about. */
export type Steps = (context: ChangeContext) => Promise<string>;
