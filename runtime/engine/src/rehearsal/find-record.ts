/** Finds the record that a step means: by its title in the example, a unique field, what it is shown as, or the values it holds. */
import { valuesQuery, whereQuery, wholeRecordQuery } from "@nonet/database";
import { Decimal, type Expression, fold } from "@nonet/feel";
import { type Entity, entityOf, type Given, type RecordPhrase } from "@nonet/model";
import type { Row } from "../connection/contract.ts";
import { momentOf, type ExampleEnvironment, titleKey } from "./example-environment.ts";

export interface Missing {
  readonly missing: string;
}

/** Every record that fits, oldest first. */
export async function findRecords(stage: ExampleEnvironment, named: RecordPhrase): Promise<readonly string[]> {
  const entity = entityOf(stage.product, named.entity);
  if (!entity) return [];
  const titled = named.name === null ? undefined : stage.titles.get(titleKey(entity.name, named.name));
  const found: string[] = [];
  for (const record of await recordsOf(stage, entity)) {
    if (titled !== undefined ? record["id"] !== titled : named.name !== null && !(await isCalled(stage, entity, record, named.name))) continue;
    if (await hasAll(stage, entity, record, named)) found.push(record["id"] as string);
  }
  return found;
}

/** Exactly one, or what stands against it. */
export async function findOne(stage: ExampleEnvironment, named: RecordPhrase): Promise<string | Missing> {
  const ids = await findRecords(stage, named);
  if (ids.length === 1) return ids[0]!;
  const called = `${named.entity}${named.name === null ? "" : ` "${named.name}"`}${named.having.length > 0 ? " that fits" : ""}`;
  return { missing: ids.length === 0 ? `there is no ${called}` : `there are ${ids.length} records: say which ${called} is meant` };
}

async function recordsOf(stage: ExampleEnvironment, entity: Entity): Promise<readonly Row[]> {
  const { database } = stage.running;
  const ids = (await database.rows(whereQuery(stage.product, entity.name, null))).map((r) => r["id"] as string);
  return ids.length === 0 ? [] : (await database.rows(wholeRecordQuery(stage.product, entity.name, ids))).map((r) => r["record"] as Row);
}

async function isCalled(stage: ExampleEnvironment, entity: Entity, record: Row, name: string): Promise<boolean> {
  const fields = entity.fields.filter((f) => f.unique || f.type.kind === "sequence" || (["name", "title"].includes(fold(f.name)) && f.computed === null));
  if (fields.some((f) => fold(String(record[f.key] ?? "")) === fold(name))) return true;
  const row = await stage.running.database.row(valuesQuery(stage.product, entity.name, record["id"] as string, [{ name: "shown", expression: entity.shownAs }]));
  const shown = String((row?.["values"] as Record<string, unknown> | undefined)?.["shown"] ?? "");
  if (fold(shown) === fold(name)) return true;
  return entity.partOf !== null && entity.fields.some((f) => f.type.kind === "text" && fold(String(record[f.key] ?? "")) === fold(name));
}

async function hasAll(stage: ExampleEnvironment, entity: Entity, record: Row, named: RecordPhrase): Promise<boolean> {
  for (const { field: name, value } of named.having) {
    const field = entity.fields.find((f) => f.name === name);
    if (field?.type.kind === "inverse" && value.kind === "record") {
      if (!(await hasPart(stage, record["id"] as string, field.type.by, value.record))) return false;
    } else if (!(await hasValue(stage, record[field?.key ?? name], value))) return false;
  }
  return true;
}

/** Whether one of the records that fit points back to this one. */
async function hasPart(stage: ExampleEnvironment, whole: string, by: string, named: RecordPhrase): Promise<boolean> {
  const part = entityOf(stage.product, named.entity)!;
  const key = part.fields.find((f) => f.name === by)?.key ?? by;
  const ids = await findRecords(stage, named);
  if (ids.length === 0) return false;
  const rows = await stage.running.database.rows(wholeRecordQuery(stage.product, part.name, ids));
  return rows.some((r) => (r["record"][key]?.id ?? r["record"][key]) === whole);
}

/** In the API's forms. */
export async function evaluate(stage: ExampleEnvironment, expression: Expression): Promise<unknown> {
  const { product, running } = stage;
  if (expression.kind === "literal" && expression.type.kind === "date and time") return momentOf(expression, product.about.timeZone);
  const row = await running.database.row(valuesQuery(product, null, null, [{ name: "value", expression }]));
  const value = (row?.["values"] as Record<string, unknown> | undefined)?.["value"] ?? null;
  return value;
}

/** Whether a record's value is the one that a step names. */
export async function hasValue(stage: ExampleEnvironment, held: unknown, value: Given["value"]): Promise<boolean> {
  if (value.kind === "record") {
    const ids = await findRecords(stage, value.record);
    const there = (Array.isArray(held) ? held : [held]).map(idOf);
    return there.some((id) => typeof id === "string" && ids.includes(id));
  }
  if (value.kind === "records") {
    for (const record of value.records) if (!(await hasValue(stage, held, { kind: "record", record }))) return false;
    return true;
  }
  return isSameValue(held ?? null, await evaluate(stage, value.expression));
}

const idOf = (value: unknown): unknown => (value !== null && typeof value === "object" && "id" in value ? value.id : value);

export function isSameValue(held: unknown, expected: unknown): boolean {
  const a = idOf(held) ?? null;
  const b = idOf(expected) ?? null;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b)
      ? a.length === b.length && a.every((one, i) => isSameValue(one, b[i]))
      : (a === null && Array.isArray(b) && b.length === 0) || (b === null && Array.isArray(a) && a.length === 0);
  if (a === null || b === null) return a === b || (a ?? b) === "";
  const [x, y] = [String(a), String(b)];
  if (/^-?\d+(\.\d+)?$/.test(x) && /^-?\d+(\.\d+)?$/.test(y)) return new Decimal(x).eq(new Decimal(y));
  if (/^\d{4}-\d\d-\d\dT/.test(x) && /^\d{4}-\d\d-\d\dT/.test(y)) return Date.parse(x) === Date.parse(y);
  return x === y;
}
