/** Turns one line of an import into a change: its references are looked up, and the record that it updates is found. */
import { findQuery, grantedAlways, listQuery, pathExpression, type Reader, recordQuery } from "@nonet/database";
import { creationInput, type Entity, entityOf, type Field, isId, type Product } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { NumberSource } from "../numbers/number-source.ts";
import type { Connection, Row } from "../connection/contract.ts";
import type { Actor, Values } from "../contract/actor.ts";
import type { ImportLine, ImportOptions } from "../contract/import.ts";
import type { Change, FieldError, Outcome } from "../contract/outcome.ts";
import { grantedByRecord } from "../input/granted-by-values.ts";
import { parseListCell } from "../input/list-cell.ts";
import type { KnownReferences } from "./known-references.ts";
import type { LineSavepoint } from "./line-savepoint.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { say } from "@nonet/texts";

export interface Import {
  readonly product: Product;
  readonly actor: Actor;
  readonly entity: Entity;
  readonly options: ImportOptions;
  /** The first line about each record, to refuse a second one. */
  readonly seen: Map<string, number>;
  /** For the records of all lines. */
  readonly numbers: NumberSource;
  readonly references: KnownReferences;
  readonly savepoint: LineSavepoint;
  /** Absent where the database is asked about each line. */
  readonly known?: { of(line: ImportLine): KnownRecord | undefined };
}

/** What a line is about, as far as the database was asked before. */
export interface KnownRecord {
  /** At most two: one more than a line may be about. */
  readonly ids: readonly string[];
  /** As `lockQuery` has it. */
  readonly row: Row | null;
}

export async function changeOfLine(connection: Connection, task: Import, line: ImportLine): Promise<Outcome<Extract<Change, { kind: "create" | "update" }>>> {
  if (line.surplus !== undefined) return refuse("invalid", problem("invalid-value", line.surplus));
  const { values: read, errors } = await withReferences(connection, task, line.values);
  if (errors.length > 0) return refuse("invalid", ...errors);
  const found = await findExisting(connection, task, line, read);
  if ("code" in found) return refuse("conflict", found);
  const repeated = repeatedLine(task, read, found.id, line.row);
  if (repeated) return refuse("conflict", repeated);
  const { id: _id, ...values } = read;
  const entity = task.entity.name;
  if (found.id === null) return done({ kind: "create", entity, values: withoutEmpty(values) });
  return done({ kind: "update", entity, id: found.id, values: updatedValues(task, values, found.byId), ifVersion: "any" });
}

/** Fields to match are set already. An empty cell under the input of a creating action says nothing about an existing record. */
function updatedValues({ product, entity, options }: Import, values: Values, byId: boolean): Values {
  const emptyInput = creationInput(product, entity.name).filter(({ key }) => isBlank(values[key]));
  return without(values, [...emptyInput.map(({ key }) => key), ...(byId ? [] : (options.match ?? []))]);
}

export const isBlank = (value: unknown): boolean => value === null || value === undefined || value === "";
const without = (values: Values, keys: readonly string[]): Values => Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
const withoutEmpty = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)));

interface Existing {
  /** Null: the line creates a record. */
  readonly id: string | null;
  readonly byId: boolean;
}

/** By the id in the line, or by the fields to match. */
async function findExisting(connection: Connection, task: Import, line: ImportLine, values: Values): Promise<Existing | FieldError> {
  const { product, entity, actor, options, known } = task;
  const reader = readerOf(actor);
  const given = values["id"];
  if (!isBlank(given)) {
    const row = isId(given) ? await rowWithId(connection, task, line, given) : undefined;
    return row ? { id: String(given), byId: true } : problem("not-found", say("there-is-no-entity-with-this-id", { entity: entity.name }), { field: "id" });
  }
  const match = options.match ?? [];
  if (match.length === 0 || match.some((key) => isBlank(values[key]))) return { id: null, byId: false };
  const equals = match.map((key) => ({ path: pathExpression(product, entity.name, key)!, value: String(values[key]) }));
  const ids =
    known?.of(line)?.ids ?? (await connection.rows(listQuery(product, reader, { entity: entity.name, equals, limit: 2, fields: ["id"] }))).map((row) => String(row["record"].id));
  if (ids.length > 1) return problem("not-unique", say("several-plural-have-this-match", { plural: entity.plural, match: match.join(" and ") }), { field: match[0]! });
  return { id: ids[0] ?? null, byId: false };
}

/** A record that the actor may not read, or may not always read, is looked up by itself. */
async function rowWithId(connection: Connection, { product, entity, actor, known }: Import, line: ImportLine, id: string): Promise<Row | undefined> {
  const row = known?.of(line)?.row;
  return row && mayReadKnown(product, readerOf(actor), entity, row) ? row : connection.row(recordQuery(product, readerOf(actor), entity.name, id, ["id"]));
}

/** Whether the actor may certainly read the record, whatever else there is. */
export const mayReadKnown = (product: Product, reader: Reader, entity: Entity, row: Row): boolean =>
  grantedAlways(product, reader, entity.name, "read") || grantedByRecord(product, reader, entity.name, "read", row["record"] as Row) === true;

/** Two lines about one record would overwrite each other. */
function repeatedLine({ entity, options, seen }: Import, values: Values, id: string | null, row: number): FieldError | null {
  const match = options.match ?? [];
  const name = id ?? (match.length > 0 ? JSON.stringify(match.map((key) => values[key] ?? null)) : null);
  if (name === null) return null;
  const first = seen.get(name);
  seen.set(name, first ?? row);
  // A line that runs again is met again.
  return first === undefined || first === row
    ? null
    : problem("not-unique", say("line-first-is-about-the-same-entity", { first, entity: entity.name }), { field: match[0] ?? "id" });
}

/** References are written as people know them: by what the record is shown as, by a unique field, or by id. Only records and fields that the actor may read are found. */
export async function withReferences(connection: Connection, task: Import, sent: Values): Promise<{ readonly values: Values; readonly errors: readonly FieldError[] }> {
  const values: Record<string, unknown> = { ...sent };
  const errors: FieldError[] = [];
  for (const field of [...task.entity.fields, ...creationInput(task.product, task.entity.name)]) {
    const text = values[field.key];
    const { type } = field;
    if ((type.kind !== "reference" && type.kind !== "references") || typeof text !== "string" || text === "") continue;
    const ids: string[] = [];
    for (const one of type.kind === "reference" ? [text] : parseListCell(text)) {
      const rows = await rowsCalled(connection, task, type.entity, one);
      if (rows.length === 1) ids.push(String(rows[0]!["id"]));
      else errors.push(referenceError(task, field, type.entity, { text: one, isAmbiguous: rows.length > 1 }));
    }
    values[field.key] = type.kind === "reference" ? ids[0] : ids;
  }
  return { values, errors };
}

function referenceError({ product }: Import, field: Field, target: string, { text, isAmbiguous }: { readonly text: string; readonly isAmbiguous: boolean }): FieldError {
  const name = `"${text.slice(0, 120)}"`;
  const detail = isAmbiguous
    ? say("several-plural-are-called-name", { plural: entityOf(product, target)?.plural ?? target, name })
    : say("there-is-no-target-called-name-or", { target, name });
  return problem("invalid-value", detail, { field: field.key });
}

/** Exactly, else without the spaces around the text. */
async function rowsCalled(connection: Connection, { product, actor, references }: Import, entity: string, text: string) {
  const reader = actor.kind === "system" ? null : readerOf(actor);
  const find = (name: string) => references.find(entity, name) ?? connection.rows(findQuery(product, entity, isId(name) ? "id" : null, name, reader));
  const exactly = await find(text);
  return exactly.length > 0 || text.trim() === text ? exactly : find(text.trim());
}
