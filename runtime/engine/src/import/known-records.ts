/**
 * The records that the next lines of an import are about, looked up and locked for all of these lines with two statements. What
 * was found counts until a line runs by itself and changes something.
 */
import { lockManyQuery, matchManyQuery, pathExpression, system, uniqueSets } from "@nonet/database";
import { type Entity, fieldOf, isId } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import { connectionOver, NotAtHand } from "../change/local-run.ts";
import type { Connection } from "../connection/contract.ts";
import { stateOf } from "../connection/errors.ts";
import type { Values } from "../contract/actor.ts";
import type { ImportLine } from "../contract/import.ts";
import { type Import, isBlank, type KnownRecord, withReferences } from "./import-line.ts";

/** Lines that change what was found need it again: then fewer are looked up at once. */
const fewest = 16;

export class KnownRecords {
  readonly #found = new Map<ImportLine, KnownRecord>();
  readonly #most: number;
  /** How many lines are looked up at once. */
  #count: number;
  /** The place of the first line that isn't looked up. */
  #end = 0;
  /** How many lines go by before the next look-up, where the last ones decided nothing. */
  #pause = 0;

  constructor(most: number) {
    this.#most = most;
    this.#count = most;
  }

  of(line: ImportLine): KnownRecord | undefined {
    return this.#found.get(line);
  }

  /** The line was decided on what was found. */
  used(line: ImportLine): void {
    if (this.#found.has(line)) this.#pause = 0;
  }

  /** A line has changed something; `at` is the place of the next one. */
  forget(at: number): void {
    if (this.#found.size === 0) return;
    this.#found.clear();
    this.#count = Math.max(fewest, Math.floor(this.#count / 2));
    this.#end = at + this.#pause;
  }

  /** Whether the lines from this place on are to be looked up. */
  isDue(at: number): boolean {
    return at >= this.#end;
  }

  async lookUp(connection: Connection, task: Import, lines: readonly ImportLine[], at: number): Promise<void> {
    // None of the last ones was forgotten.
    if (this.#found.size > 0) this.#count = Math.min(this.#most, this.#count * 2);
    this.#found.clear();
    this.#end = at + this.#count;
    this.#pause = Math.min(this.#most, this.#pause * 2 + 1);
    const found = await lookUp(connection, task, lines.slice(at, this.#end));
    for (const [line, record] of found ?? []) this.#found.set(line, record);
  }
}

async function lookUp(connection: Connection, task: Import, lines: readonly ImportLine[]): Promise<ReadonlyMap<ImportLine, KnownRecord> | null> {
  if ((task.options.match ?? []).length === 0 && lines.every(({ values }) => isBlank(values["id"]))) return null;
  await task.savepoint.begin();
  try {
    const ids = await matched(connection, task, lines);
    const wanted = [...new Set([...ids.values()].flatMap((some) => (some.length === 1 ? some : [])))].sort();
    const rows = wanted.length === 0 ? [] : await connection.rows(lockManyQuery(task.product, task.entity.name, wanted));
    const byId = new Map(rows.map((row) => [String(row["id"]), row]));
    await task.savepoint.keep();
    return new Map([...ids].map(([line, some]) => [line, { ids: some, row: some.length === 1 ? (byId.get(some[0]!) ?? null) : null }]));
  } catch (error) {
    // A text that the database can't compare: its line is refused for it when it runs by itself.
    if (stateOf(error) === undefined || system.retryStates.includes(stateOf(error)!)) throw error;
    await task.savepoint.undo();
    return null;
  }
}

/** By the id in the line, or by the fields to match; a line that the database has to be asked about by itself is left out. */
async function matched(connection: Connection, task: Import, lines: readonly ImportLine[]): Promise<ReadonlyMap<ImportLine, readonly string[]>> {
  const { product, entity, actor, options } = task;
  const match = options.match ?? [];
  const found = new Map<ImportLine, readonly string[]>();
  const sought: { readonly line: ImportLine; readonly texts: readonly string[] }[] = [];
  for (const line of lines) {
    const values = await valuesAtHand(task, line);
    if (values === null) continue;
    const given = values["id"];
    if (!isBlank(given)) {
      if (isId(given)) found.set(line, [given.toLowerCase()]);
    } else if (match.length === 0 || match.some((key) => isBlank(values[key]))) found.set(line, []);
    else if (isComparedAsText(entity, match)) sought.push({ line, texts: match.map((key) => String(values[key])) });
  }
  if (sought.length === 0) return found;
  const paths = match.map((key) => pathExpression(product, entity.name, key)!);
  for (const { line } of sought) found.set(line, []);
  const query = matchManyQuery(
    product,
    readerOf(actor),
    entity.name,
    paths,
    sought.map(({ texts }) => texts),
  );
  await connection.rows(system.planWithValues);
  for (const { n, id } of await connection.rows(query)) {
    const { line } = sought[Number(n) - 1]!;
    found.set(line, [...found.get(line)!, String(id)]);
  }
  await connection.rows(system.planWithoutValues);
  return found;
}

/** References are compared by id. */
async function valuesAtHand(task: Import, line: ImportLine): Promise<Values | null> {
  const isPlain = (task.options.match ?? []).every((key) => !["reference", "references"].includes(fieldByKey(task.entity, key)?.type.kind ?? ""));
  if (isPlain) return line.values;
  try {
    const { values, errors } = await withReferences(connectionOver([]), task, line.values);
    return errors.length === 0 ? values : null;
  } catch (error) {
    if (error instanceof NotAtHand) return null;
    throw error;
  }
}

/**
 * Two lines with different texts must not be about one record, or at least be refused by the table: `5` and `5.0` of a
 * number that isn't unique by itself would be.
 */
function isComparedAsText(entity: Entity, match: readonly string[]): boolean {
  const names = match.map((key) => fieldByKey(entity, key)?.name ?? "");
  const isUnique = uniqueSets(entity).some((set) => set.length === names.length && set.every((name) => names.includes(name)));
  return isUnique && names.every((name) => fieldOf(entity, name) !== undefined);
}

const fieldByKey = (entity: Entity, key: string) => entity.fields.find((field) => field.key === key);
