/**
 * Calls whose answer a change waits for (`First: yes`).
 *
 * The change is tried without the answer, and what it would ask is noted. The transaction is then rolled back, so that
 * no lock, no number and no effect waits with it; the question is put outside of any transaction; and the change is run
 * again from its beginning, now with the answer. Where the second run would ask something else (somebody changed the
 * record meanwhile), that is asked too. A refusal that stands already is told without asking anybody.
 */
import { createHash } from "node:crypto";
import { guardQuery } from "@nonet/database";
import type { Call, HttpCall } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import type { Database } from "./connection.ts";
import { runStatements, variables, type Place } from "./effects.ts";
import { catalogued, saidAt, problem, refuse } from "./refusal.ts";
import { isExpected, type Answer } from "./send-http.ts";
import { stop, type Work } from "./work.ts";

export interface Question {
  readonly call: Call;
  readonly id: string;
  readonly entity: string | null;
  readonly record: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What is kept from one run of a change to the next. */
export interface Memory {
  /** Ids of the records that it makes, in order: they are the same in each run, so the same is asked. */
  readonly ids: string[];
  taken: number;
  readonly answers: Map<string, Answer>;
  /** What this run would ask. */
  questions: Map<string, Question>;
  /** Records, with their entity, of which must be known what they were before the change (former.ts). */
  readonly wanted: Map<string, string>;
}

export const freshMemory = (): Memory => ({ ids: [], taken: 0, answers: new Map(), questions: new Map(), wanted: new Map() });

/** Called at the start of each run, also where PostgreSQL makes it run again. */
export function startRun(memory: Memory): void {
  memory.taken = 0;
  memory.questions = new Map();
}

export const newId = (work: Pick<Work, "memory">): string => (work.memory.ids[work.memory.taken++] ??= uuidv7());

/** Ends a run that can't go on without an answer. */
export class Unanswered extends Error {}

export async function askFirst(work: Work, place: Place, call: Call, http: HttpCall, payload: Readonly<Record<string, unknown>>): Promise<void> {
  if (
    http.droppedWhen &&
    place.entity &&
    place.id &&
    (await work.connection.row(guardQuery(work.product, place.entity, place.id, http.droppedWhen.expression, variables(work, place))))?.["holds"] === true
  )
    return;
  const key = createHash("sha256")
    .update(JSON.stringify([call.name, place.id, payload]))
    .digest("hex");
  const answer = work.memory.answers.get(key);
  if (answer) return goOn(work, place, call, http, answer);
  if (work.dryRun) return;
  work.memory.questions.set(key, { call, id: uuidv7(), entity: place.entity, record: place.id, payload });
  // Without statements on the answer the rest doesn't hang on it: what else stands against the change is found first.
  if (http.then.length > 0) throw new Unanswered();
}

async function goOn(work: Work, place: Place, call: Call, http: HttpCall, answer: Answer): Promise<void> {
  const here = { ...place, others: { ...place.others, answer: answer.body } };
  if (isExpected(http, answer)) return runStatements(work, here, http.then);
  const said = saidAt(work.product, call.source);
  if (answer.notShown) stop(refuse("not shown", problem("not-shown", `${call.name} needs ${answer.notShown}, which is not shown.`, { rule: call.name, ...said })));
  if (http.otherwise.code)
    stop(
      refuse(
        "call failed",
        await catalogued(
          work.connection,
          work.product,
          http.otherwise.code,
          { entity: place.entity, id: place.id, variables: variables(work, here), reader: work.reader },
          { rule: call.name, ...said },
        ),
      ),
    );
  if (http.otherwise.then.length > 0) return runStatements(work, here, http.otherwise.then);
  stop(refuse("call failed", problem("call-failed", `${call.name} wasn't answered as expected; try again later.`, { rule: call.name, ...said })));
}

/** Puts a question to the outside; set when an engine opens its database. */
export type Ask = (question: Question) => Promise<Answer>;
const askers = new WeakMap<Database, Ask>();
export const setAsker = (database: Database, ask: Ask): void => void askers.set(database, ask);

export async function answerQuestions(database: Database, memory: Memory): Promise<void> {
  const ask = askers.get(database);
  for (const [key, question] of memory.questions) memory.answers.set(key, ask ? await ask(question) : { status: 0, body: null, failure: "Nothing can be asked here." });
}
