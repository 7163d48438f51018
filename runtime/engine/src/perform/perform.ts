/**
 * The one way to change a record: one transaction that locks, asks permission, runs the change and its effects,
 * judges every rule, writes history and outbox, and commits; or leaves nothing behind.
 */
import { notShownState, type Query, system, wholeRecordQuery } from "@nonet/database";
import { entityOf, type Product } from "@nonet/model";
import { beginWork, type ChangeContext } from "../change/change-context.ts";
import { readFormer } from "../change/previous-records.ts";
import { freshMemory, type Memory, startRun, Unanswered } from "../change/retry-state.ts";
import type { Database, Finished, Row } from "../connection/contract.ts";
import { constraintOf, stateOf } from "../connection/errors.ts";
import type { Actor } from "../contract/actor.ts";
import type { Change, FieldError, Outcome, PerformOptions, Refusal } from "../contract/outcome.ts";
import { followLists, followPeople } from "../decisions/affected-decisions.ts";
import { judgeWithAutomatic } from "../effects/run-automatic.ts";
import { notShown } from "../refusals/not-shown.ts";
import { notFound, problem, refuse } from "../refusals/refusal.ts";
import { Stopped } from "../refusals/stop.ts";
import { judge } from "../rules/check-rules.ts";
import { answerQuestions } from "./answer-questions.ts";
import { keepAnOwner } from "../records/last-owner.ts";
import { applyChange } from "./apply-change.ts";
import { constraintRefusal } from "./constraint-refusal.ts";
import { actorKey, hashOf, repeatedAnswer } from "./idempotency.ts";
import { lockKeys } from "./lock-keys.ts";
import type { Performed } from "./performed.ts";
import { writeHistory } from "./write-history.ts";
import { writeOutbox } from "./write-outbox.ts";

/** A person's change, through every check; `answered` is read of the record behind the commit. */
export async function performOn(
  database: Database,
  product: Product,
  actor: Actor,
  change: Change,
  options: PerformOptions = {},
  answered?: (id: string) => Query,
): Promise<Outcome<Performed>> {
  if (!entityOf(product, change.entity)) return notFound(change.entity);
  const repeat = await repeatedAnswer(database, actor, change, options);
  if (repeat) return repeat;
  let id = "id" in change ? change.id : "";
  return performAs(
    database,
    product,
    actor,
    options,
    { entity: change.entity, keys: () => lockKeys(database, product, change), idempotency: change, ...(answered ? { answered } : {}) },
    async (work) => {
      id = await applyChange(work, change);
      return id;
    },
  );
}

export interface Frame {
  readonly entity: string;
  readonly keys?: () => Promise<readonly string[]>;
  readonly idempotency?: Change;
  readonly answered?: (id: string) => Query;
  /** Done in the same transaction when its history and mails are written. */
  readonly last?: (work: ChangeContext) => Promise<void>;
}

/** Somebody may change what is asked about again and again; then it is given up. */
export const mostRuns = 5;

/** Runs any steps as one judged change: for timers, schedules, answers and received calls as well. `steps` gives the id of the record it is about. */
export async function performAs(
  database: Database,
  product: Product,
  actor: Actor,
  options: PerformOptions,
  frame: Frame,
  steps: (work: ChangeContext) => Promise<string>,
): Promise<Outcome<Performed>> {
  const memory = freshMemory();
  for (let runs = 0; runs < mostRuns; runs++) {
    const outcome = await runOnce(database, product, actor, options, frame, memory, steps);
    if (outcome !== "unanswered") return outcome;
    await answerQuestions(database, memory);
  }
  return refuse("unavailable", problem("busy", "Too many people change this at once; try again."));
}

async function runOnce(
  database: Database,
  product: Product,
  actor: Actor,
  options: PerformOptions,
  frame: Frame,
  memory: Memory,
  steps: (work: ChangeContext) => Promise<string>,
): Promise<Outcome<Performed> | "unanswered"> {
  try {
    return await database.transaction<Outcome<Performed> | "unanswered">(async (connection) => {
      startRun(memory);
      // A twin of this request may have committed while this one waited for its locks.
      const repeat = frame.idempotency ? await repeatedAnswer(connection, actor, frame.idempotency, options) : null;
      if (repeat) return { keep: false, value: repeat };
      const work = beginWork(connection, product, actor, options.confirm ?? [], memory, options.dryRun === true);
      await readFormer(work);
      const finished = await finish(work, frame, options, await steps(work));
      return finished.keep && memory.questions.size > 0 ? { keep: false, value: "unanswered" } : finished;
    }, frame.keys);
  } catch (error) {
    const twin = frame.idempotency && constraintOf(error) === "idempotency_pkey" ? await repeatedAnswer(database, actor, frame.idempotency, options) : null;
    if (twin) return twin;
    if (error instanceof Unanswered) return "unanswered";
    if (error instanceof Stopped) return { ok: false, refusal: error.refusal };
    if (stateOf(error) === notShownState) return notShown(product, (error as Error).message);
    const meant = constraintRefusal(product, error);
    if (meant) return { ok: false, refusal: meant };
    if (system.retryStates.includes(stateOf(error) ?? "")) return refuse("unavailable", problem("busy", "Too many people change this at once; try again."));
    throw error;
  }
}

export async function finish(work: ChangeContext, frame: Frame, options: PerformOptions, id: string): Promise<Finished<Outcome<Performed>>> {
  await (work.errors.length === 0 ? judgeWithAutomatic(work) : judge(work));
  await work.connection.settled();
  if (work.errors.length > 0) return { keep: false, value: refuse(refusalKind(work.errors), ...work.errors) };
  // Default 68: nobody is there to confirm what the product does by itself.
  if (work.warnings.length > 0 && work.actor.kind !== "system") return { keep: false, value: refuse("warning", ...inRuleOrder(work)) };
  await keepAnOwner(work);
  const performed: Performed = {
    id,
    entity: frame.entity,
    touched: [...work.touched.values()],
    after: work.touched.get(id)?.after ?? null,
    once: work.once.get(id) ?? {},
    repeated: false,
  };
  // What is kept is held to the constraints by the commit.
  if (options.dryRun) {
    await work.connection.rows(system.deferredNow);
    // Nobody sees more of what wasn't kept than they would have seen of it.
    if (frame.answered) await work.connection.rows(system.readingOnly);
    const answer = frame.answered ? await work.connection.rows(frame.answered(id)) : [];
    return { keep: false, value: { ok: true, value: { ...performed, answer } } };
  }
  await followPeople(work);
  await followLists(work);
  await writeHistory(work);
  await writeOutbox(work);
  await frame.last?.(work);
  if (options.idempotencyKey && frame.idempotency)
    await work.connection.later(system.keepIdempotent(options.idempotencyKey, actorKey(work.actor), hashOf(frame.idempotency), { id, entity: frame.entity }));
  if (!frame.answered) return { keep: true, value: { ok: true, value: performed } };
  const added = (answer: readonly Row[]): Outcome<Performed> => ({ ok: true, value: { ...performed, answer } });
  const query = frame.answered(id);
  // Who may see all of it is answered with what was judged: the same question has just been asked.
  if (performed.after && isSameQuestion(query, wholeRecordQuery(work.product, frame.entity, [id]))) return { keep: true, value: added([{ record: performed.after }]) };
  return { keep: true, value: { ok: true, value: performed }, behind: { query, added } };
}

const inRuleOrder = ({ product, warnings }: ChangeContext): FieldError[] =>
  [...warnings].sort((a, b) => product.rules.indexOf(a.rule) - product.rules.indexOf(b.rule)).map(({ told }) => told);

const isSameQuestion = (a: Query, b: Query): boolean => a.text === b.text && JSON.stringify(a.values) === JSON.stringify(b.values);

function refusalKind(errors: Refusal["errors"]): Refusal["kind"] {
  if (errors.some((e) => e.code === "unknown-field")) return "malformed";
  if (errors.some((e) => e.code === "not-shown")) return "not shown";
  return errors.every((e) => e.status === 409 || e.code === "not-unique") ? "conflict" : "invalid";
}
