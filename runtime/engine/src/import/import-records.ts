/**
 * Imports many records, all or none: each line is a change of its own, with every check, in one transaction. A line that is
 * refused is rolled back alone, so that the lines after it are still checked; then nothing is committed.
 */
import { setImmediate } from "node:timers/promises";
import { bulk, mayEver, system } from "@nonet/database";
import { entityOf, type Product } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import { beginChange } from "../change/change-context.ts";
import { type NumberSource, previewNumbers, takeNumbers } from "../numbers/number-source.ts";
import { readPreviousRecords } from "../change/previous-records.ts";
import { newRetryState, type RetryState, startRun } from "../change/retry-state.ts";
import type { Connection, Database, Finished } from "../connection/contract.ts";
import { stateOf } from "../connection/errors.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Imported, ImportLine, ImportOptions } from "../contract/import.ts";
import type { Outcome, Refusal } from "../contract/outcome.ts";
import { runStatements } from "../effects/run-statements.ts";
import { answerQuestions } from "../perform/answer-questions.ts";
import { applyChange } from "../perform/apply-change.ts";
import { busy, refusalFor } from "../perform/change-refusal.ts";
import { lockKeys } from "../perform/lock-keys.ts";
import { finishChange, maxRuns } from "../perform/perform.ts";
import type { Performed } from "../perform/performed.ts";
import { grantLocation } from "../refusals/granting-line.ts";
import { done, notFound, notPermitted, notSignedIn } from "../refusals/refusal.ts";
import { type DecidedLine, decideLine } from "./decide-line.ts";
import { changeOfLine, type Import } from "./import-line.ts";
import { KnownRecords } from "./known-records.ts";
import { type KnownReferences, lookUpReferences } from "./known-references.ts";
import { type LineSavepoint, lineSavepoint } from "./line-savepoint.ts";
import { numbersOfLine } from "./line-numbers.ts";
import { type Together, writeTogether } from "./write-together.ts";
import { say } from "@nonet/texts";

export interface ImportRequest {
  readonly actor: Actor;
  readonly entity: string;
  readonly options: ImportOptions;
}

interface Result {
  readonly counts: Imported;
  readonly performed: readonly Performed[];
}

const maxNumbersAtOnce = 500;
/** After so many new records the table's statistics are collected at once. */
const manyCreated = 1000;

/** Whether the actor may import anything of the entity. What each line does is checked with the line. */
export function mayImport(product: Product, actor: Actor, name: string): Outcome<null> {
  const entity = entityOf(product, name);
  if (!entity) return notFound(name);
  const may = (verb: "create" | "update"): boolean => actor.kind === "system" || mayEver(product, readerOf(actor), entity.name, verb);
  if (may("create") || may("update")) return done(null);
  return actor.kind === "anyone" ? notSignedIn() : notPermitted(say("you-may-not-import-plural", { plural: entity.plural }), grantLocation(product, entity.name, "create"));
}

export async function performImport(
  running: Pick<Running, "database" | "product">,
  { actor, entity: name, options }: ImportRequest,
  lines: readonly ImportLine[],
): Promise<Outcome<Result>> {
  const { product, database } = running;
  const permitted = mayImport(product, actor, name);
  if (!permitted.ok) return permitted;
  const entity = entityOf(product, name)!;
  const keys = async (): Promise<readonly string[]> => {
    const found = new Set<string>();
    for (const { values } of lines) for (const key of await lockKeys(database, product, { kind: "create", entity: entity.name, values })) found.add(key);
    return [...found].sort();
  };
  const numbers = options.dryRun ? previewNumbers(database) : takeNumbers(database, Math.max(1, Math.min(lines.length, maxNumbersAtOnce)));
  try {
    const outcome = await database.transaction<Outcome<Result>>((connection) => {
      numbers.restart();
      return importLines(connection, database, { product, actor, entity, options, seen: new Map(), numbers }, lines);
    }, keys);
    await numbers.end(outcome.ok);
    // Plans that were made for a small table are made again.
    if (outcome.ok && !options.dryRun && outcome.value.counts.created >= manyCreated) await database.rows(bulk.analyze(entity)).catch(() => undefined);
    return outcome;
  } catch (error) {
    const refused = refusalFor(product, actor, error);
    return refused === "run again" ? busy() : refused;
  }
}

/** How many lines are written with one statement. */
const maxTogether = 500;
/** How many lines are decided before other work on the event loop gets its time. */
const maxInARow = 20;
/** Where so many lines failed together and ran by themselves, the rest isn't tried together. */
const maxFailed = 1000;

async function importLines(
  connection: Connection,
  database: Database,
  begun: Omit<Import, "references" | "savepoint">,
  lines: readonly ImportLine[],
): Promise<Finished<Outcome<Result>>> {
  const known = new KnownRecords(maxTogether);
  const savepoint = lineSavepoint(connection);
  const task: Import = { ...begun, references: await referencesOf(connection, savepoint, begun, lines), savepoint, known };
  const results: Results = { refusals: [], performed: [] };
  const alone = async (at: number, line: ImportLine, numbers: NumberSource): Promise<void> => {
    const { known: _, ...asking } = task;
    if (await importAlone(connection, database, { task: asking, results }, { at, line, numbers })) known.forget(at + 1);
  };
  let decided: DecidedLine[] = [];
  let failed = 0;
  const together: Together = {
    ...task,
    seenDuplicates: { any: false },
    written: ({ at, id, line, kind, performed }) => {
      results.performed[at] = { performed, updated: kind !== "create" };
      task.seen.set(id, line.row);
    },
    refused: ({ at, line }, refusal) => void results.refusals.push({ at, refusal: ofRow(refusal, line) }),
    runAlone: ({ at, line, numbers }) => {
      failed++;
      return alone(at, line, numbers);
    },
  };
  const write = async (): Promise<void> => {
    const now = decided;
    decided = [];
    await writeTogether(connection, together, now);
  };
  for (const [at, line] of lines.entries()) {
    // Deciding waits for nothing, and other requests run in between.
    if (at % maxInARow === 0) await setImmediate();
    const numbers = numbersOfLine(task.numbers, connection);
    if (known.isDue(at)) {
      await write();
      await known.lookUp(connection, task, lines, at);
    }
    const one = failed < maxFailed ? await decideLine(task, { at, line, numbers }) : null;
    if (one && "refusal" in one) results.refusals.push({ at, refusal: ofRow(one.refusal, line) });
    else if (one) {
      decided.push(one);
      known.used(line);
    } else {
      await write();
      await alone(at, line, numbers);
    }
    if (decided.length >= maxTogether) await write();
  }
  await write();
  return finished(task, results);
}

function finished({ options: { dryRun } }: Import, results: Results): Finished<Outcome<Result>> {
  const refusals = results.refusals.toSorted((a, b) => a.at - b.at).map(({ refusal }) => refusal);
  if (refusals.length > 0) return { commit: false, value: { ok: false, refusal: joinRefusals(refusals) } };
  const updated = results.performed.filter((line) => line.updated).length;
  const counts = { created: results.performed.length - updated, updated };
  return { commit: dryRun !== true, value: { ok: true, value: { counts, performed: dryRun ? [] : results.performed.map(({ performed }) => performed) } } };
}

const ofRow = (refusal: Refusal, { row }: ImportLine): Refusal => ({ ...refusal, errors: refusal.errors.map((error) => ({ ...error, row })) });

/** Texts that the database can't compare are looked up with their line, which is refused for them. */
async function referencesOf(
  connection: Connection,
  savepoint: LineSavepoint,
  task: Omit<Import, "references" | "savepoint">,
  lines: readonly ImportLine[],
): Promise<KnownReferences> {
  await savepoint.begin();
  try {
    const references = await lookUpReferences(connection, task, lines);
    await savepoint.keep();
    return references;
  } catch (error) {
    if (stateOf(error) === undefined || system.retryStates.includes(stateOf(error)!)) throw error;
    await savepoint.undo();
    return lookUpReferences(connection, task, []);
  }
}

interface Results {
  readonly refusals: { readonly at: number; readonly refusal: Refusal }[];
  /** By the line's place. */
  readonly performed: Line[];
}

/** In a savepoint of its own. Returns whether it has changed anything. */
async function importAlone(
  connection: Connection,
  database: Database,
  { task, results }: { readonly task: Import; readonly results: Results },
  { at, line, numbers }: { readonly at: number; readonly line: ImportLine; readonly numbers: NumberSource },
): Promise<boolean> {
  await task.savepoint.begin();
  const outcome = await importLine(connection, database, { ...task, numbers }, line);
  if (!outcome.ok) {
    results.refusals.push({ at, refusal: ofRow(outcome.refusal, line) });
    await task.savepoint.undo();
  } else {
    const { performed } = outcome.value;
    results.performed[at] = outcome.value;
    task.seen.set(performed.id, line.row);
    task.references.changed(new Set(performed.changed.map((record) => record.entity)));
    await task.savepoint.keep();
  }
  return outcome.ok;
}

/** Warnings can be confirmed only where no line is refused for another reason. */
function joinRefusals(refusals: readonly Refusal[]): Refusal {
  const hard = refusals.filter((refusal) => refusal.kind !== "warning");
  const reported = hard.length > 0 ? hard : refusals;
  const kinds = new Set(reported.map((refusal) => refusal.kind));
  return { kind: kinds.size === 1 ? reported[0]!.kind : "invalid", errors: reported.flatMap((refusal) => refusal.errors) };
}

interface Line {
  readonly performed: Performed;
  readonly updated: boolean;
}

/** A line that needs an answer, or a record as it was before, is rolled back and runs again. */
async function importLine(connection: Connection, database: Database, task: Import, line: ImportLine): Promise<Outcome<Line>> {
  const retry = newRetryState(task.numbers);
  for (let runs = 0; runs < maxRuns; runs++) {
    startRun(retry);
    const outcome = await runLine(connection, task, line, retry);
    if (outcome !== "run again") return outcome;
    await task.savepoint.undo();
    await answerQuestions(database, retry);
  }
  return busy();
}

async function runLine(connection: Connection, task: Import, line: ImportLine, retry: RetryState): Promise<Outcome<Line> | "run again"> {
  const { product, actor, entity, options } = task;
  const context = beginChange(connection, product, actor, { ...options, retry, runStatements });
  try {
    const change = await changeOfLine(connection, task, line);
    if (!change.ok) return change;
    await readPreviousRecords(context);
    const id = await applyChange(context, change.value);
    const finished = await finishChange(context, { entity: entity.name }, id);
    if (finished.commit && retry.questions.size > 0) return "run again";
    return finished.value.ok ? { ok: true, value: { performed: finished.value.value, updated: change.value.kind === "update" } } : finished.value;
  } catch (error) {
    // A lost race runs the whole transaction again.
    if (system.retryStates.includes(stateOf(error) ?? "")) throw error;
    return refusalFor(product, actor, error);
  }
}
