import type { Call } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import type { Answer } from "../contract/calls.ts";
import type { ChangeContext } from "./change-context.ts";

export interface Question {
  readonly call: Call;
  readonly id: string;
  readonly entity: string | null;
  readonly record: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What is kept from one run of a change to the next. */
export interface RetryState {
  /** Ids of the records that it makes, in order: they are the same in each run, so the same is asked. */
  readonly ids: string[];
  taken: number;
  readonly answers: Map<string, Answer>;
  /** What this run would ask. */
  questions: Map<string, Question>;
  /** Records, with their entity, of which must be known what they were before the change (former.ts). */
  readonly wanted: Map<string, string>;
}

export const newRetryState = (): RetryState => ({ ids: [], taken: 0, answers: new Map(), questions: new Map(), wanted: new Map() });

/** Called at the start of each run, also where PostgreSQL makes it run again. */
export function startRun(memory: RetryState): void {
  memory.taken = 0;
  memory.questions = new Map();
}

export const newId = (context: Pick<ChangeContext, "retry">): string => (context.retry.ids[context.retry.taken++] ??= uuidv7());

/** Ends a run that can't go on without an answer. */
export class Unanswered extends Error {}
