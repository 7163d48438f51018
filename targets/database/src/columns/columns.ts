/** The columns that an entity's table has, and their types. */
import { type Entity, type Field, isStored, type Product, snake } from "@nonet/model";
import { ident } from "../sql/sql-text.ts";
import { columnType } from "./column-type.ts";

export interface Column {
  /** The field's name in the document. */
  readonly name: string;
  readonly key: string;
  readonly column: string;
  readonly sql: string;
  /** null for a column that no field describes: `state`, `active`, … */
  readonly field: Field | null;
  /** The states that the column can hold; null for other columns. */
  readonly states: readonly string[] | null;
}

export const tableOf = (entity: Entity): string => `app.${entity.table === "user" ? '"user"' : ident(entity.table)}`;
/** The table of a many-to-many field. */
export const joinTableOf = (entity: Entity, field: Field): string => `app.${ident(`${entity.table}__${field.column}`)}`;
/** Whether the field is stored in a table of its own. */
export const isJoined = (field: Field): boolean => field.type.kind === "references";
/** A person's roles, which are stored in `nonet.user_role`. */
export const isRoles = (entity: Entity, field: Field): boolean => entity.name === "User" && field.name === "roles";

const userColumns: readonly Column[] = [
  { name: "name", key: "name", column: "name", sql: "text", field: null, states: null },
  { name: "email", key: "email", column: "email", sql: "text", field: null, states: null },
  { name: "active", key: "active", column: "active", sql: "boolean", field: null, states: null },
];

/** Stored columns besides id, version, created_at, created_by, updated_at and archived_at. */
export function columnsOf(product: Product, entity: Entity): readonly Column[] {
  const before = known.get(entity);
  if (before?.product === product) return before.columns;
  const columns = columnsIn(product, entity);
  known.set(entity, { product, columns });
  return columns;
}

const known = new WeakMap<Entity, { readonly product: Product; readonly columns: readonly Column[] }>();

function columnsIn(product: Product, entity: Entity): readonly Column[] {
  const columns: Column[] = [];
  const machines = product.machines.filter((m) => m.entity === entity.name);
  for (const machine of machines) {
    const field = entity.fields.find((f) => f.name === machine.field) ?? null;
    const column = field?.column ?? snake(machine.field);
    columns.push({ name: machine.field, key: field?.key ?? camelOf(machine.field), column, sql: "text", field, states: machine.states.map((s) => s.name) });
  }
  for (const field of entity.fields) {
    if (!isStored(field) || isJoined(field) || isRoles(entity, field) || columns.some((c) => c.column === field.column)) continue;
    columns.push({ name: field.name, key: field.key, column: field.column, sql: columnType(field), field, states: null });
  }
  if (entity.name === "User") for (const column of userColumns) if (!columns.some((c) => c.column === column.column)) columns.push(column);
  return columns;
}

const camelOf = (name: string): string => name.replace(/[\s_-]+(\w)/g, (_, c: string) => c.toUpperCase());

export const stateSince = (column: string): string => (column === "state" ? "state_since" : `${column}_since`);
