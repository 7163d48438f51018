/**
 * The life of a change, whoever or whatever makes it: a button, a request, a line of an import, a timer, a received call.
 * ARCHITECTURE.md describes it under "The life of a change". One serializable transaction does all of it, or nothing.
 */
import { beginChange, type ChangeContext } from "../change/change-context.ts";
import { previewNumbers, takeNumbers } from "../numbers/number-source.ts";
import { readPreviousRecords } from "../change/previous-records.ts";
import { newRetryState, type RetryState, startRun } from "../change/retry-state.ts";
import type { Finished } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import { noteDecisionsOfLists, noteDecisionsOfPeople } from "../decisions/affected-decisions.ts";
import { runAutomaticTransitions } from "../effects/run-automatic.ts";
import { runStatements } from "../effects/run-statements.ts";
import { keepAnOwner } from "../records/last-owner.ts";
import { checkChange } from "../rules/check-rules.ts";
import { answerQuestions } from "./answer-questions.ts";
import { commitWithAnswer, previewAnswer } from "./answer.ts";
import { busy, collectedRefusal, refusalFor } from "./change-refusal.ts";
import type { ChangeRequest, Steps } from "./change-request.ts";
import { claimIdempotencyKey, storeIdempotentAnswer } from "./idempotency.ts";
import { type Performed, performedBy } from "./performed.ts";
import { callsToUndo, draftUndo, type Undoable } from "./undo-calls.ts";
import { writeHistory } from "./write-history.ts";
import { writeOutbox } from "./write-outbox.ts";

const system: Actor = { kind: "system" };
/** How often a change runs before it is refused as busy, where others keep changing what it needs an answer for. */
export const maxRuns = 5;

export async function performSteps({ database, product }: Pick<Running, "database" | "product">, request: ChangeRequest, steps: Steps): Promise<Outcome<Performed>> {
  const numbers = request.options?.dryRun ? previewNumbers(database) : takeNumbers(database);
  const retry = newRetryState(numbers);
  let isCommitted = false;
  try {
    const outcome = await runUntilDone({ database, product }, request, retry, steps);
    isCommitted = outcome.ok;
    // After an error nobody knows whether the numbers are in use.
    await numbers.end(isCommitted);
    return outcome;
  } finally {
    await undoCalls({ database, product }, callsToUndo(retry, isCommitted));
  }
}

async function runUntilDone({ database, product }: Pick<Running, "database" | "product">, request: ChangeRequest, retry: RetryState, steps: Steps): Promise<Outcome<Performed>> {
  for (let runs = 0; runs < maxRuns; runs++) {
    const outcome = await runOnce({ database, product }, request, retry, steps);
    if (outcome !== "run again") return outcome;
    // Synchronous calls are sent between two runs, where no lock waits for their answers.
    await answerQuestions(database, retry);
  }
  return busy();
}

async function undoCalls(running: Pick<Running, "database" | "product">, calls: readonly Undoable[]): Promise<void> {
  if (calls.length === 0) return;
  await performSteps(running, { entity: "" }, async (context) => {
    for (const call of calls) await draftUndo(context, call);
    return "";
  });
}

async function runOnce(
  { database, product }: Pick<Running, "database" | "product">,
  request: ChangeRequest,
  retry: RetryState,
  steps: Steps,
): Promise<Outcome<Performed> | "run again"> {
  const { actor = system, options = {}, keys } = request;
  try {
    // 1. The advisory locks come before the transaction: its snapshot must not be older than they are.
    return await database.transaction<Outcome<Performed> | "run again">(async (connection) => {
      startRun(retry);
      // A repeated request is answered before anything is locked or read. The insert of its key decides which of two twins is the first.
      const repeated = await claimIdempotencyKey(connection, actor, request);
      if (repeated) return { commit: false, value: repeated };
      const context = beginChange(connection, product, actor, { ...options, retry, runStatements });
      // Before the first write, because they can't be read as they were any more after it.
      await readPreviousRecords(context);
      // 1 to 4. Locks the record; permission; guard; the values and the statements of Then.
      const id = await steps(context);
      const finished = await finishChange(context, request, id);
      // A change that is refused anyway sends no call.
      return finished.commit && retry.questions.size > 0 ? { commit: false, value: "run again" } : finished;
    }, keys);
  } catch (error) {
    return refusalFor(product, actor, error);
  }
}

/** Computed values of what is filled in already are shown while the rest of a form is empty. */
const isOnlyUnfinished = ({ options }: ChangeRequest, { refusal }: NonNullable<ReturnType<typeof collectedRefusal>>): boolean =>
  options?.dryRun === true && options.unfinished === true && refusal.errors.every(({ code }) => code === "required");

/** From the end of the effects to the commit. An import does this for each line. */
export async function finishChange(context: ChangeContext, request: ChangeRequest, id: string): Promise<Finished<Outcome<Performed>>> {
  // 5 to 7. Computed values and events, the rules, then `(when …)` transitions and decisions, each checked in turn. A change that is
  // invalid already causes nothing more, but its rules are checked, so that every error is reported at once.
  await (context.errors.length === 0 ? runAutomaticTransitions(context) : checkChange(context));
  // Mails are composed in parallel, and what they read may be refused.
  await context.connection.drain();
  const refused = collectedRefusal(context);
  if (refused && !isOnlyUnfinished(request, refused)) return { commit: false, value: refused };
  await keepAnOwner(context);
  const performed = performedBy(context, request.entity, id);
  if (request.options?.dryRun) return { commit: false, value: await previewAnswer(context, request.answer, performed) };
  // Decisions that the change affects are re-evaluated after it; the note of them is committed with it.
  await noteDecisionsOfPeople(context);
  await noteDecisionsOfLists(context);
  // 8. After all that could still change a record or add a message.
  await writeHistory(context);
  await writeOutbox(context);
  await request.last?.(context);
  await storeIdempotentAnswer(context, request, id);
  // 9. The commit and the read of the answer are sent together.
  return commitWithAnswer(context, request.answer, performed);
}
