/**
 * Lines of an import that create records and are decided on values at hand, as single changes are (decision 0017): they are
 * written many at a time. Where a statement fails, smaller parts are tried, and the lines of a part that fails run by themselves.
 */
import { checkUniqueNow, createMany, isWrittenAtOnce, system } from "@nonet/database";
import { personOf } from "../change/actor-reader.ts";
import { beginChange } from "../change/change-context.ts";
import { connectionOver, type LocalRun, NotAtHand } from "../change/local-run.ts";
import { newRetryState } from "../change/retry-state.ts";
import type { Connection } from "../connection/contract.ts";
import { stateOf } from "../connection/errors.ts";
import type { ImportLine } from "../contract/import.ts";
import type { Change } from "../contract/outcome.ts";
import { runStatements } from "../effects/run-statements.ts";
import type { NumberSource } from "../numbers/number-source.ts";
import { type Performed, performedBy } from "../perform/performed.ts";
import { isUnchanged, supported } from "../perform/write-history.ts";
import { decide } from "../person-changes/decide.ts";
import { isWorthTrying, noteTried } from "../person-changes/local-attempts.ts";
import { responsible } from "../security/record-event.ts";
import { changeOfLine, type Import } from "./import-line.ts";

/** A line whose record is decided and not written so far. */
export interface DecidedLine {
  readonly line: ImportLine;
  readonly numbers: NumberSource;
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly action: string;
  readonly inPlaceOf: string | null;
  readonly hasHistory: boolean;
  readonly performed: Performed;
}

/** Null where the line has to run by itself. */
export async function decideLine(task: Import, line: ImportLine, numbers: NumberSource): Promise<DecidedLine | null> {
  if (task.actor.kind !== "person" || !isWrittenAtOnce(task.product, task.entity, "create")) return null;
  try {
    const change = await changeOfLine(connectionOver([]), task, line);
    return change.ok && change.value.kind === "create" ? await decideCreation(task, line, change.value, numbers) : null;
  } catch (error) {
    if (error instanceof NotAtHand) return null;
    throw error;
  }
}

async function decideCreation(task: Import, line: ImportLine, change: Change, numbers: NumberSource): Promise<DecidedLine | null> {
  const { product, actor, entity, options, references } = task;
  if (!isWorthTrying(product, actor, change)) return null;
  const local: LocalRun = { references: [], writes: [] };
  const context = beginChange(connectionOver([]), product, actor, { ...options, retry: newRetryState(numbers), runStatements, local });
  const decided = await decide(context, change);
  if (decided !== "refused") noteTried(product, actor, change, typeof decided === "object");
  if (typeof decided !== "object" || !decided.write || !local.references.every((one) => references.isVisible(one.entity, one.id))) return null;
  const { id, record, write } = decided;
  const hasHistory = entity.history !== false && !isUnchanged(record);
  const inPlaceOf = context.inPlaceOf.get(id) ?? supported(actor);
  return {
    line,
    numbers,
    id,
    values: write.values,
    action: record.actions.join(", "),
    inPlaceOf,
    hasHistory,
    performed: { ...performedBy(context, entity.name, id), changed: [{ ...record, after: null }], after: null },
  };
}

/** A part of a batch that isn't split further: its lines run by themselves. */
const smallest = 64;

/** Returns the lines that have to run by themselves. */
export async function createTogether(connection: Connection, task: Import, lines: readonly DecidedLine[]): Promise<ReadonlySet<DecidedLine>> {
  if (lines.length === 0) return new Set();
  await connection.rows(system.savepointLine);
  if (await isWritten(connection, task, lines)) {
    await connection.rows(system.releaseLine);
    return new Set();
  }
  await connection.rows(system.rollbackToLine);
  const alone = new Set<DecidedLine>();
  if (lines.length <= smallest) return new Set(lines);
  for (let at = 0; at < lines.length; at += smallest) for (const one of await createTogether(connection, task, lines.slice(at, at + smallest))) alone.add(one);
  return alone;
}

async function isWritten(connection: Connection, task: Import, lines: readonly DecidedLine[]): Promise<boolean> {
  const { product, actor, entity } = task;
  try {
    for (const same of alike(lines)) {
      const { values, action, inPlaceOf, hasHistory } = same[0]!;
      const history = hasHistory ? { by: responsible(actor), action, specification: product.version, inPlaceOf } : null;
      await connection.rows(createMany(product, entity.name, { by: personOf(actor), names: Object.keys(values), records: same, history }));
    }
    for (const query of checkUniqueNow(product, entity.name)) await connection.rows(query);
    return true;
  } catch (error) {
    // A lost race runs the whole transaction again.
    if (stateOf(error) === undefined || system.retryStates.includes(stateOf(error)!)) throw error;
    return false;
  }
}

/** Lines with the same fields share a statement. */
function alike(lines: readonly DecidedLine[]): readonly (readonly DecidedLine[])[] {
  const groups = new Map<string, DecidedLine[]>();
  for (const line of lines) {
    const key = JSON.stringify([Object.keys(line.values), line.action, line.inPlaceOf, line.hasHistory]);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups.values()];
}
