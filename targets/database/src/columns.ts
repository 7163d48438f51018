/** Which columns an entity's table has, and of which type. */
import { isStored, snake, type Entity, type Field, type Product } from "@nonet/model";
import type { Type } from "@nonet/feel";
import { ident } from "./sql-text.ts";

export interface Column {
  /** The field's name in the document. */
  readonly name: string;
  readonly key: string;
  readonly column: string;
  readonly sql: string;
  /** null for what no field says: `state`, `active`, … */
  readonly field: Field | null;
  /** The states that may stand here. */
  readonly states: readonly string[] | null;
}

export const tableOf = (entity: Entity): string => `app.${entity.table === "user" ? '"user"' : ident(entity.table)}`;
/** The table of a many-to-many field. */
export const joinTableOf = (entity: Entity, field: Field): string => `app.${ident(`${entity.table}__${field.column}`)}`;
/** Kept outside the entity's own table. */
export const isJoined = (field: Field): boolean => field.type.kind === "references";
/** People's roles, which stand in a table of the product's own. */
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

export function columnType(field: Field): string {
  const type = field.type;
  switch (type.kind) {
    case "number":
    case "money":
    case "percent":
      return "numeric";
    case "integer":
      return "bigint";
    case "yes/no":
      return "boolean";
    case "date":
      return "date";
    case "time":
      return "time";
    case "date and time":
      return "timestamptz";
    case "duration":
      return "interval";
    case "file":
      return type.many ? "uuid[]" : "uuid";
    case "any of":
    case "texts":
      return "text[]";
    case "reference":
      return "uuid";
    case "references":
      return "uuid[]";
    case "text":
    case "formatted":
    case "one of":
    case "sequence":
    case "random text":
    case "secret key":
    case "secret link":
      return "text";
    case "inverse":
      throw new Error(`${field.name} is not stored`);
    default:
      return absurd(type);
  }
}

/** The type in which a list keeps its elements: lists in a list, and what is only ever null, as JSON. */
export const keptAs = (element: Type): Type => (element.kind === "list" || element.kind === "null" ? { kind: "any" } : element);

/** The SQL type in which a value of this static type is computed. Lists of records are arrays of ids. */
export function sqlType(type: Type): string {
  switch (type.kind) {
    case "boolean":
      return "boolean";
    case "number":
      return "numeric";
    case "string":
      return "text";
    case "date":
      return "date";
    case "time":
      return "time";
    case "date and time":
      return type.zoned ? "timestamptz" : "timestamp";
    case "years and months duration":
    case "days and time duration":
      return "interval";
    case "record":
      return "uuid";
    case "list":
      return type.of.kind === "list" || type.of.kind === "any" || type.of.kind === "context" || type.of.kind === "null" ? "jsonb[]" : `${sqlType(type.of)}[]`;
    case "null":
      return "text";
    case "any":
    case "open":
    case "context":
    case "range":
    case "function":
      return "jsonb";
    default:
      return absurd(type);
  }
}

/** ISO 4217 minor units that are not 2. */
export const minorUnits: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};
export const minorUnitsOf = (currency: string | null | undefined): number => (currency ? (minorUnits[currency] ?? 2) : 2);

export function absurd(value: never): never {
  throw new Error(`not handled: ${JSON.stringify(value)}`);
}
