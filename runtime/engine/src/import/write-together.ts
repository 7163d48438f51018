/**
 * Writes decided lines of an import many at a time. Where a statement fails, smaller parts are tried, and the lines of a part
 * that fails run by themselves, in their order. New records whose unique values are taken are found with one query.
 */
import { checkUniqueNow, createMany, type HistoryAtOnce, system, updateMany } from "@nonet/database";
import { personOf } from "../change/actor-reader.ts";
import type { Connection } from "../connection/contract.ts";
import { stateOf } from "../connection/errors.ts";
import type { Refusal } from "../contract/outcome.ts";
import { responsible } from "../security/record-event.ts";
import type { DecidedLine } from "./decide-line.ts";
import { type Duplicates, findDuplicates, isFoundTogether } from "./find-duplicates.ts";
import type { Import } from "./import-line.ts";

export interface Together extends Import {
  /** A line was refused for its unique values: further ones are expected. */
  readonly seenDuplicates: { any: boolean };
  /** The line is written. */
  readonly written: (line: DecidedLine) => void;
  readonly refused: (line: DecidedLine, refusal: Refusal) => void;
  readonly runAlone: (line: DecidedLine) => Promise<void>;
}

/** A part of a batch that isn't split further: its lines run by themselves. */
const smallest = 64;

export async function writeTogether(connection: Connection, task: Together, lines: readonly DecidedLine[]): Promise<void> {
  if (lines.length === 0) return;
  await task.savepoint.begin();
  const left = await writePart(connection, task, lines);
  if (left === "failed") {
    await task.savepoint.undo();
    for (let at = 0; lines.length > smallest && at < lines.length; at += smallest) await writeTogether(connection, task, lines.slice(at, at + smallest));
    if (lines.length <= smallest) for (const line of lines) await task.runAlone(line);
    return;
  }
  await task.savepoint.keep();
  for (const line of lines)
    if (left.refused.has(line)) task.refused(line, left.refused.get(line)!);
    else if (!left.alone.has(line)) task.written(line);
  for (const line of left.alone) await task.runAlone(line);
}

const none: Duplicates = { refused: new Map(), alone: new Set() };

/** Returns the lines that aren't written. */
async function writePart(connection: Connection, task: Together, lines: readonly DecidedLine[]): Promise<Duplicates | "failed"> {
  if (!task.seenDuplicates.any) {
    const error = await errorOf(async () => {
      await send(connection, task, lines);
      await checkUnique(connection, task);
    });
    if (error === null) return none;
    if (!isNotUnique(error) || !isFoundTogether(task)) return "failed";
    task.seenDuplicates.any = true;
    await task.savepoint.undo();
  }
  let found: Duplicates = none;
  const error = await errorOf(async () => {
    await send(connection, task, lines);
    found = await findDuplicates(connection, task, lines);
    if (found.refused.size > 0 || found.alone.size > 0) {
      await task.savepoint.undo();
      const left = found;
      await send(
        connection,
        task,
        lines.filter((line) => !left.refused.has(line) && !left.alone.has(line)),
      );
    }
    await checkUnique(connection, task);
  });
  return error === null ? found : "failed";
}

async function checkUnique(connection: Connection, { product, entity }: Import): Promise<void> {
  for (const query of checkUniqueNow(product, entity.name)) await connection.rows(query);
}

/** A violated constraint: unique values, or such of expressions. */
const isNotUnique = (error: unknown): boolean => ["23505", "23P01"].includes(stateOf(error)!);

async function errorOf(steps: () => Promise<void>): Promise<unknown> {
  try {
    await steps();
    return null;
  } catch (error) {
    // A lost race runs the whole transaction again.
    if (stateOf(error) === undefined || system.retryStates.includes(stateOf(error)!)) throw error;
    return error;
  }
}

async function send(connection: Connection, { product, actor, entity }: Import, lines: readonly DecidedLine[]): Promise<void> {
  for (const same of alike(lines)) {
    const { kind, values, action, inPlaceOf, hasHistory } = same[0]!;
    const names = Object.keys(values);
    const history: HistoryAtOnce | null = hasHistory ? { by: responsible(actor), action, specification: product.version, inPlaceOf } : null;
    const query =
      kind === "create"
        ? createMany(product, entity.name, { by: personOf(actor), names, records: same, history })
        : updateMany(product, entity.name, { names, records: same.map((one) => ({ ...one, before: one.before! })), history });
    await connection.rows(query);
  }
}

/** Lines with the same fields share a statement. */
function alike(lines: readonly DecidedLine[]): readonly (readonly DecidedLine[])[] {
  const groups = new Map<string, DecidedLine[]>();
  for (const line of lines) {
    if (line.kind === null) continue;
    const key = JSON.stringify([line.kind, Object.keys(line.values), line.action, line.inPlaceOf, line.hasHistory]);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups.values()];
}
