/** A change that a person asks for. */
import type { Actor } from "../contract/actor.ts";
import type { Change, PerformOptions } from "../contract/outcome.ts";
import type { AnswerQuery } from "../perform/answer.ts";

export interface SentChange {
  readonly actor: Actor;
  readonly change: Change;
  readonly options?: PerformOptions | undefined;
  readonly answer?: AnswerQuery | undefined;
}
