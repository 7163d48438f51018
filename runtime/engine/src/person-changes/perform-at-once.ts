/**
 * A change of one record that needs no answer from the database to be decided: one statement writes the record and its history,
 * and only if what the change was decided on still holds. Anything else, and everything that is refused, is left to a change
 * with a transaction (perform.ts), which decides again from scratch. Decision 0017 says why the result is the same.
 */
import {
  createAtOnce,
  grantedAlways,
  type HistoryAtOnce,
  isReadElsewhere,
  isWrittenAtOnce,
  lockQuery,
  type Query,
  recordQuery,
  unlockedQuery,
  updateAtOnce,
} from "@nonet/database";
import { type Entity, entityOf, isId } from "@nonet/model";
import { personOf, readerOf } from "../change/actor-reader.ts";
import { beginChange, type ChangeContext, type ChangedRecord } from "../change/change-context.ts";
import { connectionOver, type LocalRun, type LocalWrite } from "../change/local-run.ts";
import { takeNumbers } from "../numbers/number-source.ts";
import { newRetryState } from "../change/retry-state.ts";
import type { Row } from "../connection/contract.ts";
import { isDatabaseError, isUnavailable, stateOf } from "../connection/errors.ts";
import type { Running } from "../connection/running-product.ts";
import type { Outcome, RecordAhead } from "../contract/outcome.ts";
import { runStatements } from "../effects/run-statements.ts";
import { grantedByRecord } from "../input/granted-by-values.ts";
import { responsible } from "../security/record-event.ts";
import { type Decided, decide } from "./decide.ts";
import { isMostlyDecided, isWorthTrying, noteTried } from "./local-attempts.ts";
import type { SentChange } from "./sent-change.ts";
import { type Performed, performedBy } from "../perform/performed.ts";
import { isUnchanged, supported } from "../perform/write-history.ts";

type On = Pick<Running, "database" | "product">;

/** Null where the change has to run with a transaction; nothing is written then. */
export async function performAtOnce({ database, product }: On, request: SentChange): Promise<Outcome<Performed> | null> {
  const { actor, change, options = {} } = request;
  const entity = entityOf(product, change.entity);
  if (!entity || actor.kind !== "person" || change.kind === "delete" || options.dryRun || options.idempotencyKey) return null;
  if (!isWrittenAtOnce(product, entity, change.kind === "create" ? "create" : "update") || !isWorthTrying(product, actor, change)) return null;
  const numbers = takeNumbers(database);
  const local: LocalRun = { references: [], writes: [] };
  const known = change.kind === "create" ? [] : await readUnlocked({ database, product }, request, entity, change.id);
  const context = known && beginChange(connectionOver(known), product, actor, { ...options, retry: newRetryState(numbers), runStatements, local });
  const decided = context ? await decide(context, request.change) : "unknown";
  if (decided !== "refused") noteTried(product, actor, change, typeof decided === "object");
  const outcome = typeof decided === "object" ? await write({ database, product }, request, context!, decided) : null;
  await numbers.end(outcome !== null);
  return outcome;
}

/** Undefined where changes of the entity were decided otherwise lately. */
export function readAhead({ database, product }: On, entity: string, id: string): RecordAhead | undefined {
  if (!isId(id) || !isMostlyDecided(product, entity)) return undefined;
  const row = database.row(unlockedQuery(product, entity, id.toLowerCase()));
  row.catch(() => undefined);
  return { entity, id: id.toLowerCase(), row };
}

/** The record as the transaction would lock it; null where the actor may not read it, or only the database can tell. */
async function readUnlocked(
  { database, product }: On,
  { actor, options }: SentChange,
  entity: Entity,
  id: string,
): Promise<{ readonly query: Query; readonly rows: readonly Row[] }[] | null> {
  const reader = readerOf(actor);
  const ahead = options?.ahead;
  const row = await (ahead?.entity === entity.name && ahead.id === id ? ahead.row : database.row(unlockedQuery(product, entity.name, id)));
  const isOpen = grantedAlways(product, reader, entity.name, "read");
  if (!row || !(isOpen || grantedByRecord(product, reader, entity.name, "read", row["record"] as Row) === true)) return null;
  const { record, keys } = row;
  return [{ query: lockQuery(product, entity.name, id, isOpen ? null : reader), rows: [{ record, at: keys[0], visible: true }] }];
}

async function write({ database, product }: On, request: SentChange, context: ChangeContext, { id, record, write: written }: Decided): Promise<Outcome<Performed> | null> {
  if (written) {
    const row = await sendAtOnce(database, statementFor(context, record, written), isReadElsewhere(product, record.entity) ? "serializable" : "read committed");
    if (!row) return null;
    record.after = written.kind === "create" ? (row["record"] as Row) : { ...record.after, updatedAt: row["at"] };
  }
  const performed: Performed = { ...performedBy(context, request.change.entity, id), isAtOnce: true };
  const query = request.answer?.(id);
  if (!query || !record.after) return { ok: true, value: performed };
  const isWhole = showsWhole(
    query,
    recordQuery(product, { kind: "system" }, record.entity, id),
    () => grantedByRecord(product, context.reader, record.entity, "read", record.after!) === true,
  );
  // A read that fails after the commit leaves the change without its answer; it is read once more by whoever sends it.
  const answer = isWhole ? [{ record: record.after }] : await database.rows(query).catch(() => undefined);
  return { ok: true, value: answer ? { ...performed, answer } : performed };
}

/** Undefined where a condition didn't hold, or the statement was rolled back. After an error that leaves that open, nothing may be sent again. */
async function sendAtOnce(database: Running["database"], query: Query, isolation: "serializable" | "read committed"): Promise<Row | undefined> {
  try {
    return (await database.atOnce(query, isolation))[0];
  } catch (error) {
    if (isDatabaseError(error) && (!isUnavailable(error) || rolledBack.has(stateOf(error)!))) return undefined;
    throw error;
  }
}

/** A lost race and a deadlock. */
const rolledBack = new Set(["40001", "40P01"]);

function statementFor(context: ChangeContext, record: ChangedRecord, written: LocalWrite): Query {
  const { product, actor, local } = context;
  const entity = entityOf(product, written.entity)!;
  const { id, values } = written;
  const entry: HistoryAtOnce = {
    by: responsible(actor),
    action: record.actions.join(", "),
    specification: product.version,
    inPlaceOf: context.inPlaceOf.get(id) ?? supported(actor),
  };
  const hasHistory = entity.history !== false && !isUnchanged(record);
  if (written.kind === "create")
    return createAtOnce(product, entity.name, { id, by: personOf(actor), values, references: local!.references.map(({ query }) => query), history: hasHistory ? entry : null });
  const history = hasHistory ? { ...entry, before: JSON.stringify(record.before), after: JSON.stringify(record.after) } : null;
  return updateAtOnce(product, entity.name, { id, version: Number(record.before?.["version"]), values, history });
}

/** Whether the answer is the whole record: it reads the same of it, and its condition holds. */
function showsWhole(answer: Query, whole: Query, mayRead: () => boolean): boolean {
  if (answer.text === whole.text) return true;
  const end = whole.text.lastIndexOf(" where r.id = ");
  const start = whole.text.slice(0, end);
  return end > 0 && !start.includes("$") && answer.text.startsWith(`${start} where `) && mayRead();
}
