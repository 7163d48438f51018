/** What a change keeps when its transaction is rolled back and run again: its ids, answers of synchronous calls, and records to read first. */
import type { Call } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import type { Answer } from "../contract/calls.ts";
import type { NumberSource } from "../numbers/number-source.ts";

/** A synchronous call that has to be answered before the change can go on. */
export interface Question {
  readonly call: Call;
  readonly id: string;
  readonly entity: string | null;
  readonly record: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface RetryState {
  /** Ids of the records that the change creates, in order: the same in each run, so that each run sends the same calls. */
  readonly ids: string[];
  usedIds: number;
  readonly answers: Map<string, Answer>;
  /** The questions that were answered as expected and whose call can be undone, by their key. */
  readonly undoable: Map<string, Question & { readonly answer: Answer }>;
  /** The keys of the answers that this run has used. */
  used: Set<string>;
  /** The calls without an answer that this run has met. */
  questions: Map<string, Question>;
  /** What was prepared for the change outside of its transaction, by key: the check or the hash of a password. */
  readonly prepared: Map<string, unknown>;
  /** What this run has met that must be prepared. */
  preparing: Map<string, () => Promise<unknown>>;
  /** Records, with their entity, that the next run reads before its first write (previous-records.ts). */
  readonly wanted: Map<string, string>;
  /** Where the numbers of plain sequences come from; absent: from the change's own transaction. */
  readonly numbers?: NumberSource;
}

export const newRetryState = (numbers?: NumberSource): RetryState => ({
  ids: [],
  usedIds: 0,
  answers: new Map(),
  undoable: new Map(),
  used: new Set(),
  questions: new Map(),
  prepared: new Map(),
  preparing: new Map(),
  wanted: new Map(),
  ...(numbers ? { numbers } : {}),
});

/** Called at the start of each run, also where PostgreSQL demands another one. */
export function startRun(retry: RetryState): void {
  retry.usedIds = 0;
  retry.questions = new Map();
  retry.preparing = new Map();
  retry.used = new Set();
  retry.numbers?.restart();
}

export const newId = (retry: RetryState): string => (retry.ids[retry.usedIds++] ??= uuidv7());

/** What `work` gives, done between two runs of the change: it takes long, or has a transaction of its own. */
export function prepared<T>(retry: RetryState, key: string, work: () => Promise<T>): T {
  if (retry.prepared.has(key)) return retry.prepared.get(key) as T;
  retry.preparing.set(key, work);
  throw new RunAgain();
}

/** Ends a run that can't go on: a call needs an answer, or a record must be read before the first write. */
export class RunAgain extends Error {}
