import type { Question, RetryState } from "../change/retry-state.ts";
import type { Database } from "../connection/contract.ts";
import type { Answer } from "../contract/calls.ts";

/** Puts a question to the outside; set when an engine opens its database. */
export type Ask = (question: Question) => Promise<Answer>;
const askers = new WeakMap<Database, Ask>();
export const setCaller = (database: Database, ask: Ask): void => void askers.set(database, ask);

export async function answerQuestions(database: Database, memory: RetryState): Promise<void> {
  const ask = askers.get(database);
  for (const [key, question] of memory.questions) memory.answers.set(key, ask ? await ask(question) : { status: 0, body: null, failure: "Nothing can be asked here." });
}
