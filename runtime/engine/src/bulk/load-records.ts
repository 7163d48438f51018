/**
 * Loads records from elsewhere into a product's empty tables, each checked against what its fields and the rules of the document
 * demand. All in one transaction: first the rows, some thousands with each statement, then what compares records, then
 * constraints. Plain indexes are built at the product's next start, in the background. A record that refers to a refused one is refused, too.
 *
 * It is the one way besides `perform` to make records, for tables that nobody uses yet. It runs no effects and no actions,
 * so it leaves out entities that have states or events.
 */
import { bulk, type Query, valuesQuery } from "@nonet/database";
import { type Entity, entityOf, type Field, fieldByKeyOrName, isStored, type Product } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";
import { stateOf } from "../connection/errors.ts";
import type { BulkList, BulkOutcome, BulkTable } from "../contract/bulk.ts";
import type { EngineOptions } from "../contract/engine-options.ts";
import type { Outcome } from "../contract/outcome.ts";
import { withDatabase } from "../maintenance/offline-upgrade.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { idOfKey, idsOf } from "./record-key.ts";
import { type JudgedColumn, rowJudge, sqlText } from "./judge-row.ts";
import { judgeRecords } from "./judge-records.ts";
import { keyOfRow, Refusals } from "./refusals.ts";

export interface BulkOptions {
  readonly product: Product;
  readonly database: EngineOptions["database"];
  readonly tables: readonly BulkTable[];
  readonly lists: readonly BulkList[];
  /** Loads the rest where records are refused; otherwise nothing is loaded then. */
  readonly skipRefused: boolean;
  /** Called now and then with the number of records so far. */
  readonly onProgress?: (records: number) => void;
}

export function loadRecords(options: BulkOptions): Promise<Outcome<BulkOutcome>> {
  return withDatabase(options.database, (database) =>
    database.alone(async (connection) => {
      await connection.rows(bulk.begin);
      try {
        const outcome = await load(connection, options);
        await connection.rows(outcome.ok && outcome.value.loaded ? bulk.commit : bulk.rollback);
        return outcome;
      } catch (error) {
        await connection.rows(bulk.rollback).catch(() => undefined);
        // What the checks above can't foresee, such as addresses of mail that differ only in letter case.
        if (stateOf(error)?.startsWith("23"))
          return refuse("conflict", problem("conflict", `Nothing was loaded, because the records contradict each other: ${(error as Error).message}.`));
        throw error;
      }
    }),
  );
}

/** A table with its entity. */
interface Loading {
  readonly table: BulkTable;
  readonly entity: Entity;
}

async function load(connection: Connection, { product, tables, lists, skipRefused, onProgress }: BulkOptions): Promise<Outcome<BulkOutcome>> {
  const notes: string[] = [];
  const loading = tables.flatMap((table) => entityFor(product, table, notes) ?? []);
  const entities = [...new Set(loading.map(({ entity }) => entity))];
  if (entities.length === 0) return done({ loaded: false, seconds: 0, records: 0, byEntity: [], refused: 0, refusals: [], notes });
  await connection.rows(bulk.lock(entities));
  for (const entity of entities)
    if ((await connection.row(bulk.hasRecords(entity)))?.["there"] === true)
      return refuse(
        "conflict",
        problem("conflict", `There are ${entity.plural} already. Records are only loaded into a product that has none: choose another folder with --data, or leave out --records.`),
      );
  await connection.all(bulk.dropParts(product, entities));
  const refusals = new Refusals();
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  let records = 0;
  for (const one of loading) records = await loadTable(connection, product, one, { refusals, notes, records, onProgress });
  for (const list of lists) await loadList(connection, product, list, entities);
  await judgeRecords(connection, product, entities, refusals);
  if (refusals.count > 0 && !skipRefused) return done({ loaded: false, seconds: seconds(), records: 0, byEntity: [], refused: refusals.count, refusals: refusals.first, notes });
  await connection.all(bulk.addParts(product, entities));
  const byEntity: { entity: string; records: number }[] = [];
  for (const entity of entities) {
    await connection.rows(bulk.analyze(entity));
    byEntity.push({ entity: entity.name, records: Number((await connection.row(bulk.count(entity)))?.["count"] ?? 0) });
  }
  return done({
    loaded: true,
    seconds: seconds(),
    records: byEntity.reduce((sum, one) => sum + one.records, 0),
    byEntity,
    refused: refusals.count,
    refusals: refusals.first,
    notes,
  });
}

function entityFor(product: Product, table: BulkTable, notes: string[]): Loading | null {
  const entity = entityOf(product, table.entity);
  const why = !entity
    ? "the document has no such entity"
    : entity.builtIn
      ? "people are added as users, not loaded"
      : product.machines.some((machine) => machine.entity === entity.name)
        ? "it has states, which only its actions may set"
        : entity.events.length > 0
          ? "it has events, whose effects a load doesn't run"
          : entity.partOf
            ? "it is part of another entity"
            : null;
  if (why === null) return { table, entity: entity! };
  notes.push(`${table.source} isn't loaded as ${table.entity}: ${why}.`);
  return null;
}

interface Progress {
  readonly refusals: Refusals;
  readonly notes: string[];
  readonly records: number;
  readonly onProgress: BulkOptions["onProgress"];
}

async function loadTable(connection: Connection, product: Product, { table, entity }: Loading, { refusals, notes, records, onProgress }: Progress): Promise<number> {
  const columns = columnsOf(entity, table, notes);
  const filled = await defaultValues(
    connection,
    product,
    entity,
    columns.map(({ field }) => field),
  );
  const judge = rowJudge(product, entity, columns, filled);
  const defaults = [...filled.values()].map(sqlText);
  const names = [...columns.map(({ name }) => name), ...filled.keys()].map((one) => (typeof one === "string" ? one : one.name));
  const keys = refusals.keysOf(entity.name, table);
  let count = records;
  // While rows are written, the next ones are read and checked.
  let writing: Promise<unknown> = Promise.resolve();
  for await (const rows of table.rows()) {
    const arrays: (string | null)[][] = [[], ...names.map(() => [])];
    for (const one of rows) {
      const row = keys.push(one.key) - 1;
      const judged = one.surplus === undefined ? judge(one.values) : { reason: one.surplus };
      if ("reason" in judged) {
        refusals.addRow(table.label(one.key, row), judged.reason);
        continue;
      }
      arrays[0]!.push(idOfKey(table.source, keyOfRow(one.key, row)));
      for (let i = 0; i < columns.length; i++) arrays[i + 1]!.push(judged.values[i]!);
      for (let i = 0; i < defaults.length; i++) arrays[columns.length + 1 + i]!.push(defaults[i]!);
    }
    await writing;
    if (arrays[0]!.length > 0) writing = connection.rows(bulk.insert(product, entity, names, arrays));
    // It is awaited before the next one; if reading fails first, that failure is the one that is reported.
    writing.catch(() => undefined);
    count += rows.length;
    onProgress?.(count);
  }
  await writing;
  return count;
}

function columnsOf(entity: Entity, table: BulkTable, notes: string[]): readonly JudgedColumn[] {
  return table.columns.flatMap(({ field: name, target }, at): readonly JudgedColumn[] => {
    if (name === "created at" || name === "updated at") return [{ name, at, field: null, idOf: null }];
    const field = fieldByKeyOrName(entity.fields, name);
    if (!field || !isStored(field) || field.type.kind === "references" || (target === null) === (field.type.kind === "reference")) {
      notes.push(`${name} of ${entity.name} isn't loaded: the document has no such field, or one of another kind.`);
      return [];
    }
    return [{ name: field.name, at, field, idOf: target === null ? null : idsOf(target) }];
  });
}

/** Defaults of fields that the source doesn't have, computed once. */
async function defaultValues(connection: Connection, product: Product, entity: Entity, given: readonly (Field | null)[]): Promise<ReadonlyMap<Field, unknown>> {
  const missing = entity.fields.filter((field) => field.default !== null && isStored(field) && field.type.kind !== "references" && !given.includes(field));
  if (missing.length === 0) return new Map();
  const query: Query = valuesQuery(
    product,
    null,
    null,
    missing.map((field) => ({ name: field.name, expression: field.default! })),
  );
  const values = ((await connection.row(query))?.["values"] ?? {}) as Readonly<Record<string, unknown>>;
  return new Map(missing.map((field) => [field, values[field.name] ?? null]));
}

async function loadList(connection: Connection, product: Product, list: BulkList, entities: readonly Entity[]): Promise<void> {
  const entity = entityOf(product, list.entity);
  const field = entity && fieldByKeyOrName(entity.fields, list.field);
  if (!entity || !entities.includes(entity) || field?.type.kind !== "references") return;
  let at = 0;
  for await (const pairs of list.pairs()) {
    const [from, to] = [pairs.map(([key]) => idOfKey(list.source, key)), pairs.map(([, key]) => idOfKey(list.target, key))];
    await connection.rows(bulk.insertPairs(entity, field, from, to, at));
    at += pairs.length;
  }
}
