/**
 * The one way to change a record: one transaction that locks, asks permission, runs the change and its effects,
 * judges every rule, writes history and outbox, and commits; or leaves nothing behind.
 */
import { createHash } from "node:crypto";
import {
  concernsOfAction,
  constraintMeaning,
  lockedFields,
  lockKey,
  locksFor,
  notShownState,
  recordQuery,
  system,
  wholeRecordQuery,
  type Concern,
  type ConstraintMeaning,
  type Query,
} from "@nonet/database";
import { entityOf, type Field, type Product } from "@nonet/model";
import { withArticle } from "./article.ts";
import { applyChange } from "./apply-change.ts";
import { answerQuestions, freshMemory, startRun, Unanswered, type Memory } from "./ask-first.ts";
import { constraintOf, stateOf, type Connection, type Database, type Finished, type Row } from "./connection.ts";
import { judgeWithAutomatic } from "./automatic.ts";
import { bounded } from "./field-checks.ts";
import { followLists } from "./follow-lists.ts";
import { followPeople } from "./follow-people.ts";
import { remembered } from "./forget.ts";
import { readFormer } from "./former.ts";
import { isDecided } from "./is-decided.ts";
import { isSame, judge } from "./judge.ts";
import { label } from "./read-values.ts";
import { saidAt, notFound, problem, refuse } from "./refusal.ts";
import { notShown } from "./shown-connection.ts";
import { withSecrets } from "./secret-changes.ts";
import { uniqueSource } from "./unique-source.ts";
import { beginWork, personOf, Stopped, type Touched, type Work } from "./work.ts";
import type { Actor, Change, FieldError, Outcome, PerformOptions, Refusal } from "./engine.ts";

export interface Performed {
  /** The record the change was about. */
  readonly id: string;
  readonly entity: string;
  readonly touched: readonly Touched[];
  /** What it is now, with the system's sight. */
  readonly after: Row | null;
  /** What `answered` gave behind the commit, or before a dry run was taken back; absent where nothing was asked. */
  readonly answer?: readonly Row[];
  /** Secret keys that were just made, by JSON key: shown this once. */
  readonly once: Readonly<Record<string, string>>;
  /** True where an idempotency key gave an earlier answer. */
  readonly repeated: boolean;
}

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
  readonly last?: (work: Work) => Promise<void>;
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
  steps: (work: Work) => Promise<string>,
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
  steps: (work: Work) => Promise<string>,
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

export async function finish(work: Work, frame: Frame, options: PerformOptions, id: string): Promise<Finished<Outcome<Performed>>> {
  await (work.errors.length === 0 ? judgeWithAutomatic(work) : judge(work));
  await work.connection.settled();
  if (work.errors.length > 0) return { keep: false, value: refuse(refusalKind(work.errors), ...work.errors) };
  // Default 68: nobody is there to confirm what the product does by itself.
  if (work.warnings.length > 0 && work.actor.kind !== "system") return { keep: false, value: refuse("warning", ...inRuleOrder(work)) };
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

const inRuleOrder = ({ product, warnings }: Work): FieldError[] =>
  [...warnings].sort((a, b) => product.rules.indexOf(a.rule) - product.rules.indexOf(b.rule)).map(({ told }) => told);

const isSameQuestion = (a: Query, b: Query): boolean => a.text === b.text && JSON.stringify(a.values) === JSON.stringify(b.values);

function refusalKind(errors: Refusal["errors"]): Refusal["kind"] {
  if (errors.some((e) => e.code === "unknown-field")) return "malformed";
  if (errors.some((e) => e.code === "not-shown")) return "not shown";
  return errors.every((e) => e.status === 409 || e.code === "not-unique") ? "conflict" : "invalid";
}

async function writeHistory(work: Work): Promise<void> {
  for (const t of work.touched.values()) {
    if (entityOf(work.product, t.entity)?.history === false) continue;
    if (t.kind === "changed" && t.secrets === undefined && t.actions.every((a) => a === "update") && isSameRecord(t.before, t.after)) continue;
    await work.connection.later(
      system.addHistory({
        entity: t.entity,
        record: t.id,
        by: personOf(work.actor),
        action: t.actions.join(", "),
        before: remembered(work, t.id, t.before),
        after: t.kind === "deleted" ? null : withSecrets(t, remembered(work, t.id, t.after)),
        specification: work.product.version,
        inPlaceOf: work.inPlaceOf.get(t.id) ?? null,
      }),
    );
  }
}

/** But for its version, and when it was changed. */
function isSameRecord(before: Row | null, after: Row | null): boolean {
  if (!before || !after) return before === after;
  const keys = Object.keys(after);
  return keys.length === Object.keys(before).length && keys.every((key) => key === "version" || key === "updatedAt" || isSame(before[key], after[key]));
}

async function writeOutbox(work: Work): Promise<void> {
  for (const draft of work.outbox) {
    await work.connection.later(
      system.addOutbox({
        id: draft.id,
        call: draft.call,
        entity: draft.entity,
        record: draft.record,
        payload: {
          ...draft.payload,
          ...(draft.notShown ? { notShown: draft.notShown } : {}),
          asked: draft.record ? (work.touched.get(draft.record)?.asked ?? null) : null,
          by: personOf(work.actor),
        },
        idempotencyKey: draft.id,
      }),
    );
  }
}

/** A constraint of the database that caught what the rules' own look at the data couldn't (a race). */
export function constraintRefusal(product: Product, error: unknown): Refusal | null {
  const name = constraintOf(error);
  const meaning = name ? constraintMeaning(product, name) : undefined;
  if (!meaning) return null;
  const entity = entityOf(product, meaning.entity);
  const field = entity?.fields.find((f) => f.name === meaning.fields.at(-1))?.key ?? null;
  if (meaning.kind === "reference")
    return { kind: "conflict", errors: [problem("still-in-use", `This ${(meaning.refersTo ?? "record").toLowerCase()} is still in use by ${withArticle(meaning.entity)}.`)] };
  if (meaning.kind === "check")
    return {
      kind: "invalid",
      errors: [
        problem(
          "invalid-value",
          boundSaid(
            entity?.fields.find((f) => f.key === field),
            meaning.end,
          ),
          { field, ...saidAt(product, entity?.fields.find((f) => f.key === field)?.source ?? null) },
        ),
      ],
    };
  const rule = product.rules.find((r) => r.name === meaning.rule);
  const entry = product.errors.find((e) => e.code === rule?.code);
  const words = entry?.message
    .filter((part): part is string => typeof part === "string")
    .join("")
    .trim();
  const more = {
    field: rule?.field ? (entity?.fields.find((f) => f.name === rule.field)?.key ?? field) : field,
    status: entry?.status ?? null,
    rule: rule?.name ?? null,
    ...saidAt(product, rule?.source ?? uniqueSource(entity, meaning.fields)),
  };
  return { kind: "conflict", errors: [problem(rule?.code ?? "not-unique", words || `There is another ${meaning.entity} with this ${meaning.fields.join(" and ")}.`, more)] };
}

/** The bound that an effect or a form has gone beyond, in the words of `checkFields`. */
function boundSaid(field: Field | undefined, end: ConstraintMeaning["end"]): string {
  const bound = end === "least" ? field?.atLeast : end === "most" ? field?.atMost : null;
  return field && bound?.kind === "literal" && bound.value !== null
    ? `${label(field)} must be ${bounded(field, `at ${end}`, String(bound.value))}.`
    : "The value isn't allowed here.";
}

/** The advisory locks that put contenders for one rule in a row. */
export async function lockKeys(database: Database, product: Product, change: Change): Promise<readonly string[]> {
  const values = change.kind === "create" || change.kind === "update" ? byName(product, change.entity, change.values) : {};
  if (change.kind === "create") return locksFor(product, change.entity, "create", values);
  // Votes and changes of one record come one after the other.
  const decided = isDecided({ product }) ? [lockKey(`record ${change.id}`)] : [];
  const concerned = concernedBy(product, change, values);
  const fields = lockedFields(product, change.entity, concerned);
  // Nothing to contend for: nothing to read either.
  if (fields.length === 0 && decided.length === 0) return [];
  const keys = fields.map((n) => entityOf(product, change.entity)?.fields.find((f) => f.name === n)?.key ?? n);
  const row = await database.row(recordQuery(product, { kind: "system" }, change.entity, change.id, keys)).catch(() => undefined);
  if (!row?.["record"]) return [];
  const stored = byName(product, change.entity, row["record"] as Row);
  const keysOf = (record: Readonly<Record<string, unknown>>): readonly string[] => locksFor(product, change.entity, "change", record, concerned);
  return [...new Set([...decided, ...keysOf(stored), ...keysOf({ ...stored, ...values })])].sort();
}

/** What of the record the change touches by itself; null: perhaps anything. */
function concernedBy(product: Product, change: Change, values: Readonly<Record<string, unknown>>): readonly Concern[] | null {
  if (change.kind === "update") return Object.keys(values).map((field) => ({ field }));
  return change.kind === "action" ? concernsOfAction(product, change.entity, change.action) : null;
}

function byName(product: Product, entity: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = entityOf(product, entity)?.fields ?? [];
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [fields.find((f) => f.key === key)?.name ?? key, value]));
}

const actorKey = (actor: Actor): string => personOf(actor) ?? actor.kind;
const hashOf = (change: Change): string => createHash("sha256").update(JSON.stringify(change)).digest("hex");

async function repeatedAnswer(connection: Connection, actor: Actor, change: Change, options: PerformOptions): Promise<Outcome<Performed> | null> {
  if (!options.idempotencyKey) return null;
  const row = await connection.row(system.idempotent(options.idempotencyKey, actorKey(actor)));
  if (!row) return null;
  if (row["body_hash"] !== hashOf(change)) return refuse("conflict", problem("idempotency-key-reused", "This Idempotency-Key was used for another request; choose a new one."));
  return { ok: true, value: { id: row["answer"].id, entity: row["answer"].entity, touched: [], after: null, once: {}, repeated: true } };
}
