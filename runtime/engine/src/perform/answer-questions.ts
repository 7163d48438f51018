/** Sends the synchronous calls that a run of a change has met, outside of any transaction. */
import type { Question, RetryState } from "../change/retry-state.ts";
import type { Database } from "../connection/contract.ts";
import { type Answer, isExpected } from "../contract/calls.ts";
import { say } from "@nonet/texts";

/** Sends a call and returns its answer; set when an engine opens its database, because `calls/` is above this room. */
export type SendCall = (question: Question) => Promise<Answer>;
const senders = new WeakMap<Database, SendCall>();
export const setCallSender = (database: Database, send: SendCall): void => void senders.set(database, send);

export async function answerQuestions(database: Database, retry: RetryState): Promise<void> {
  for (const [key, prepare] of retry.preparing) retry.prepared.set(key, await prepare());
  const send = senders.get(database);
  for (const [key, question] of retry.questions) {
    const answer = send ? await send(question) : { status: 0, body: null, failure: say("no-calls-can-be-sent-in-this") };
    retry.answers.set(key, answer);
    const { does } = question.call;
    if (does.kind === "http" && does.undo !== null && isExpected(does, answer)) retry.undoable.set(key, { ...question, answer });
  }
}
