/** Inserts, updates and deletes records. Values are given by field name in the API's form, and cast to their columns. */
import { fold } from "@nonet/feel";
import { type Entity, type Field, fieldOf, type Product } from "@nonet/model";
import { type Column, columnsOf, isJoined, isRoles, joinTableOf, stateSince, tableOf } from "../columns/columns.ts";
import { minorUnitsOf, rounded } from "../columns/money.ts";
import { entityNamed } from "../scope/scope.ts";
import type { Query } from "../sql/query.ts";
import { ident, Parameters } from "../sql/sql-text.ts";
import { system } from "../system/system-queries.ts";
import { roundMoneyQueries } from "./round-money.ts";

type Values = Readonly<Record<string, unknown>>;

/** Inserts the row, then its many-to-many rows. */
export function insertQueries(product: Product, entityName: string, row: { readonly id: string; readonly by: string | null; readonly values: Values }): readonly Query[] {
  const entity = entityNamed(product, entityName);
  const params = new Parameters();
  const assigned = assignments(product, entity, row.values, params);
  const since = columnsOf(product, entity)
    .filter((c) => c.states)
    .map((c) => [stateSince(c.column), "nonet.now()"] as const);
  const fixed = [
    ["id", params.bind(row.id, "uuid")],
    ["version", "1"],
    ["created_at", "nonet.now()"],
    ["updated_at", "nonet.now()"],
    ["created_by", params.bind(row.by, "uuid")],
  ] as const;
  const all = [...fixed, ...since, ...assigned];
  const first = params.query(`insert into ${tableOf(entity)}(${all.map(([c]) => ident(c)).join(", ")}) values (${all.map(([, v]) => v).join(", ")}) returning id, version`);
  return [first, ...roundMoneyQueries(product, entity, row.id), ...joinQueries(entity, row.id, row.values, false)];
}

/** Increments the version; the first statement returns `{id, version}`. Writing a state, also the same one, restarts its timers. */
export function updateQueries(product: Product, entityName: string, id: string, values: Values): readonly Query[] {
  const entity = entityNamed(product, entityName);
  const params = new Parameters();
  const assigned = assignments(product, entity, values, params);
  const since = columnsOf(product, entity)
    .filter((c) => c.states && assigned.some(([name]) => name === c.column))
    .map((c) => [stateSince(c.column), "nonet.now()"] as const);
  const sets = [["version", "version + 1"] as const, ["updated_at", "nonet.now()"] as const, ...since, ...assigned];
  const first = params.query(`update ${tableOf(entity)} set ${sets.map(([c, v]) => `${ident(c)} = ${v}`).join(", ")} where id = ${params.bind(id, "uuid")} returning id, version`);
  return [first, ...roundMoneyQueries(product, entity, id), ...joinQueries(entity, id, values, true)];
}

/** Values that the product assigns during a creation or an action, without a version of their own. */
export function stampQuery(product: Product, entityName: string, id: string, values: Values): Query {
  const entity = entityNamed(product, entityName);
  const params = new Parameters();
  const assigned = assignments(product, entity, values, params);
  return params.query(`update ${tableOf(entity)} set ${assigned.map(([c, v]) => `${ident(c)} = ${v}`).join(", ")} where id = ${params.bind(id, "uuid")}`);
}

export const deleteQuery = (product: Product, entity: string, id: string): Query => ({
  text: `delete from ${tableOf(entityNamed(product, entity))} where id = $1::uuid returning id`,
  values: [id],
});
export const archiveQuery = (product: Product, entity: string, id: string): Query => ({
  text: `update ${tableOf(entityNamed(product, entity))} set archived_at = nonet.now(), version = version + 1, updated_at = nonet.now() where id = $1::uuid returning id, version`,
  values: [id],
});

export function assignments(product: Product, entity: Entity, values: Values, params: Parameters): (readonly [string, string])[] {
  const columns = columnsOf(product, entity);
  return Object.entries(values).flatMap(([name, value]) => {
    const column = columns.find((c) => c.name === name) ?? columns.find((c) => fold(c.name) === fold(name)) ?? columns.find((c) => c.key === name);
    return column ? [[column.column, cast(product, params, column, value)] as const] : [];
  });
}

function cast(product: Product, params: Parameters, column: Column, value: unknown): string {
  const type = column.field?.type;
  const plain = plainValue(value);
  if (type?.kind === "money" && type.currencyField === undefined) return rounded(product, params.bind(plain, "numeric"), String(minorUnitsOf(type.currency)));
  if (column.sql === "bigint") return `(${params.bind(plain, "numeric")})::bigint`;
  if (column.sql === "interval" && typeof plain === "string" && plain.startsWith("-")) return `(-${params.bind(plain.slice(1), "interval")})`;
  return params.bind(plain, column.sql);
}

/** A reference or file given as `{id}` becomes its id. */
export function plainValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value === "object" && "id" in value) return (value as { id: unknown }).id;
  return typeof value === "number" ? String(value) : value;
}

function joinQueries(entity: Entity, id: string, values: Values, replace: boolean): Query[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field: Field | undefined = fieldOf(entity, name) ?? entity.fields.find((f) => f.key === name);
    if (field && isRoles(entity, field)) return [...system.setRoles(id, (plainValue(value) as string[] | null) ?? [])];
    if (!field || !isJoined(field)) return [];
    const table = joinTableOf(entity, field);
    const add: Query = {
      text: `insert into ${table}(from_id, to_id, position) select $1::uuid, v, n from unnest($2::uuid[]) with ordinality u(v, n) on conflict do nothing`,
      values: [id, plainValue(value) ?? []],
    };
    return replace ? [{ text: `delete from ${table} where from_id = $1::uuid`, values: [id] }, add] : [add];
  });
}
