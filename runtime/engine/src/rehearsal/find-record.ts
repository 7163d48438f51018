/** Finds the record that a step refers to: by its title in the example, a unique field, the name it is shown as, or its values; and compares values. */
import { valuesQuery, whereQuery, wholeRecordQuery } from "@nonet/database";
import { Decimal, type Expression, fold } from "@nonet/feel";
import { type Entity, entityOf, type Given, type RecordPhrase, referenceId } from "@nonet/model";
import { Temporal } from "temporal-polyfill";
import type { Row } from "../connection/contract.ts";
import { mentioned, shownAs } from "./mentioned.ts";
import { momentOf, type ExampleEnvironment, titleKey } from "./example-environment.ts";

export interface Missing {
  readonly missing: string;
}

/** All matching records, oldest first. */
export async function findRecords(environment: ExampleEnvironment, named: RecordPhrase): Promise<readonly string[]> {
  const entity = entityOf(environment.product, named.entity);
  if (!entity) return [];
  if (named.through) return throughField(environment, named.through);
  const spoken = named.isSpokenOf ? environment.spokenOf.get(entity.name) : undefined;
  if (spoken !== undefined) return [spoken];
  const titled = named.name === null ? undefined : environment.titles.get(titleKey(entity.name, named.name));
  const found: string[] = [];
  for (const record of await recordsOf(environment, entity)) {
    if (titled !== undefined ? record["id"] !== titled : named.name !== null && !(await isCalled(environment, entity, record, named.name))) continue;
    if (await hasAll(environment, entity, record, named)) found.push(record["id"] as string);
  }
  if (named.pick === undefined) return found;
  const picked = named.pick === "last" ? found.at(-1) : found[named.pick];
  return picked === undefined ? [] : [picked];
}

/** The record to which a field of another one refers. */
async function throughField(environment: ExampleEnvironment, { record, field: name }: NonNullable<RecordPhrase["through"]>): Promise<readonly string[]> {
  const ids = await findRecords(environment, record);
  if (ids.length === 0) return [];
  const field = entityOf(environment.product, record.entity)?.fields.find((f) => f.name === name);
  const rows = await environment.running.database.rows(wholeRecordQuery(environment.product, record.entity, ids));
  return [...new Set(rows.map((r) => referenceId(r["record"][field?.key ?? name])).filter((id): id is string => typeof id === "string"))];
}

/** All matching records; where none is called so, those that the name mentions. */
export async function findNamed(environment: ExampleEnvironment, named: RecordPhrase): Promise<readonly string[]> {
  const found = await findRecords(environment, named);
  const entity = entityOf(environment.product, named.entity);
  if (found.length > 0 || named.name === null || named.pick !== undefined || !entity || environment.titles.has(titleKey(entity.name, named.name))) return found;
  const fitting: Row[] = [];
  for (const record of await recordsOf(environment, entity)) if (await hasAll(environment, entity, record, named)) fitting.push(record);
  return mentioned(environment, entity, fitting, named.name);
}

/** The one matching record, or why there isn't exactly one. */
export async function findOne(environment: ExampleEnvironment, named: RecordPhrase): Promise<string | Missing> {
  const ids = await findNamed(environment, named);
  if (ids.length === 1) {
    environment.spokenOf.set(named.entity, ids[0]!);
    return ids[0]!;
  }
  const called = `${named.entity}${named.name === null ? "" : ` "${named.name}"`}${named.having.length > 0 ? " that matches" : ""}`;
  return { missing: ids.length === 0 ? `there is no ${called}` : `there are ${ids.length} matching records: say which ${called} you mean` };
}

async function recordsOf(environment: ExampleEnvironment, entity: Entity): Promise<readonly Row[]> {
  const { database } = environment.running;
  const ids = (await database.rows(whereQuery(environment.product, entity.name, null))).map((r) => r["id"] as string);
  return ids.length === 0 ? [] : (await database.rows(wholeRecordQuery(environment.product, entity.name, ids))).map((r) => r["record"] as Row);
}

async function isCalled(environment: ExampleEnvironment, entity: Entity, record: Row, name: string): Promise<boolean> {
  const fields = entity.fields.filter((f) => f.unique || f.type.kind === "sequence" || (["name", "title"].includes(fold(f.name)) && f.computed === null));
  if (fields.some((f) => fold(String(record[f.key] ?? "")) === fold(name))) return true;
  if (fold(await shownAs(environment, entity, record["id"] as string)) === fold(name)) return true;
  return entity.partOf !== null && entity.fields.some((f) => f.type.kind === "text" && fold(String(record[f.key] ?? "")) === fold(name));
}

async function hasAll(environment: ExampleEnvironment, entity: Entity, record: Row, named: RecordPhrase): Promise<boolean> {
  for (const { field: name, value } of named.having) {
    const field = entity.fields.find((f) => f.name === name);
    if (field?.type.kind === "inverse" && value.kind === "record") {
      if (!(await hasPart(environment, record["id"] as string, field.type.by, value.record))) return false;
    } else if (!(await hasValue(environment, record[field?.key ?? name], value))) return false;
  }
  return true;
}

/** Whether one of the matching records refers to this one. */
async function hasPart(environment: ExampleEnvironment, whole: string, by: string, named: RecordPhrase): Promise<boolean> {
  const part = entityOf(environment.product, named.entity)!;
  const key = part.fields.find((f) => f.name === by)?.key ?? by;
  const ids = await findRecords(environment, named);
  if (ids.length === 0) return false;
  const rows = await environment.running.database.rows(wholeRecordQuery(environment.product, part.name, ids));
  return rows.some((r) => (r["record"][key]?.id ?? r["record"][key]) === whole);
}

/** The value in the API's form. */
export async function evaluate(environment: ExampleEnvironment, expression: Expression): Promise<unknown> {
  const { product, running } = environment;
  if (expression.kind === "literal" && expression.type.kind === "date and time") return momentOf(expression, product.about.timeZone);
  const row = await running.database.row(valuesQuery(product, null, null, [{ name: "value", expression }]));
  const value = (row?.["values"] as Record<string, unknown> | undefined)?.["value"] ?? null;
  return value;
}

/** Whether a record's value is the one in a step. */
export async function hasValue(environment: ExampleEnvironment, held: unknown, value: Given["value"]): Promise<boolean> {
  if (value.kind === "record") {
    const ids = await findRecords(environment, value.record);
    const there = (Array.isArray(held) ? held : [held]).map(referenceId);
    return there.some((id) => typeof id === "string" && ids.includes(id));
  }
  if (value.kind === "records") {
    for (const record of value.records) if (!(await hasValue(environment, held, { kind: "record", record }))) return false;
    return true;
  }
  return isSameValue(held ?? null, await evaluate(environment, value.expression));
}

export function isSameValue(held: unknown, expected: unknown): boolean {
  const a = referenceId(held) ?? null;
  const b = referenceId(expected) ?? null;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b)
      ? a.length === b.length && a.every((one, i) => isSameValue(one, b[i]))
      : (a === null && Array.isArray(b) && b.length === 0) || (b === null && Array.isArray(a) && a.length === 0);
  if (a === null || b === null) return a === b || (a ?? b) === "";
  const [x, y] = [String(a), String(b)];
  if (/^-?\d+(\.\d+)?$/.test(x) && /^-?\d+(\.\d+)?$/.test(y)) return new Decimal(x).eq(new Decimal(y));
  if (/^\d{4}-\d\d-\d\dT/.test(x) && /^\d{4}-\d\d-\d\dT/.test(y)) return isSameMoment(x, y);
  return x === y;
}

/** To the microsecond. */
function isSameMoment(x: string, y: string): boolean {
  const isZoned = (text: string): boolean => /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  return isZoned(x) && isZoned(y) ? Temporal.Instant.compare(x, y) === 0 : x === y || Date.parse(x) === Date.parse(y);
}
