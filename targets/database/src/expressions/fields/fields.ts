/** Compiles the read of one field of a record: a column, a computed field, an entry in JSON, or a field of the record that an id names. */
import { type Expression, fold, type Type } from "@nonet/feel";
import { camel, type Entity, type Field, fieldOf, fieldType, kebab, snake } from "@nonet/model";
import { sqlType } from "../../columns/column-type.ts";
import { columnsOf } from "../../columns/columns.ts";
import { minorUnitsOf, rounded } from "../../columns/money.ts";
import { compileAs, convert } from "../../scope/coerce.ts";
import { compile } from "../../scope/compile.ts";
import { fromJson } from "../../scope/conversions.ts";
import { joined } from "../../scope/joined-references.ts";
import { type Bound, entityNamed, fromTable, ownScope, type Scope, unsupported, variable } from "../../scope/scope.ts";
import { and, ident } from "../../sql/sql-text.ts";
import { type ComputedFunction, computedFunction } from "./computed-function.ts";

/** The record that an expression refers to, bound as closely as is known. */
export function recordOf(s: Scope, e: Expression): Bound {
  const entity = entityNamed(s.product, e.type.kind === "record" ? e.type.name : "");
  if (e.kind === "variable") {
    const bound = variable(s, e.name, e.type);
    return bound.kind === "value" ? { kind: "id", entity, sql: convert(s, bound.sql, bound.type, e.type) } : bound;
  }
  return { kind: "id", entity, sql: compile(s, e) };
}

/** `of.name` as a value of the wanted type. */
export function member(s: Scope, of: Bound, type: Type, name: string, wanted: Type): string {
  if (of.kind === "value") return fromJson(s, pick(s, convert(s, of.sql, type, { kind: "any" }), name), wanted);
  if (of.kind === "row") return fieldSql(s, of.entity, of.alias, name, wanted);
  if (of.kind === "json") {
    const computed = of.draft ? fieldOf(of.entity, name)?.computed : null;
    if (computed) return compileAs(ownScope(s, of), computed, wanted);
    const computedKey = fieldOf(of.entity, name)?.key ?? camel(name);
    return fromJson(s, `(${of.sql} -> ${s.params.bind(computedKey, "text")})`, wanted);
  }
  if (fold(name) === "id") return convert(s, of.sql, { kind: "record", name: of.entity.name }, wanted);
  const join = isColumn(s, of.entity, name) ? joined(s, of.entity, of.sql) : null;
  if (join !== null) return fieldSql(s, of.entity, join, name, wanted);
  const alias = s.params.alias();
  return `(select ${fieldSql(s, of.entity, alias, name, wanted)} from ${fromTable(of.entity, alias)} where ${alias}.id = ${of.sql})`;
}

/** Whether the field is a column of the row: for a missing record it is null. */
const isColumn = (s: Scope, entity: Entity, name: string): boolean =>
  !(entity.name === "User" && fold(name) === "roles") &&
  !entity.fields.some((f) => fold(f.name) === fold(name) && f.computed !== null) &&
  columnsOf(s.product, entity).some((c) => fold(c.name) === fold(name));

/** An entry of JSON under any spelling of its name. */
function pick(s: Scope, json: string, name: string): string {
  const keys = [...new Set([name, camel(name), snake(name), kebab(name)])];
  if (keys.length === 1) return `(${json} -> ${s.params.bind(keys[0], "text")})`;
  return `coalesce(${keys.map((k) => `(${json} -> ${s.params.bind(k, "text")})`).join(", ")})`;
}

/** A field of a row in scope, null where the reader may not see it. */
export function fieldSql(s: Scope, entity: Entity, alias: string, name: string, wanted: Type): string {
  const sql = plainField(s, entity, alias, name, wanted);
  if (!s.visibility) return sql;
  const may = and([s.visibility.field(s, entity, alias, name, s.readable.has(alias)), s.visibility.ofReader ? readableReference(s, entity, alias, name) : "true"]);
  return may === "true" ? sql : `(case when ${may} then ${sql} end)`;
}

/** Whether the reader may read the record that a reference names; true for every other field. */
function readableReference(s: Scope, entity: Entity, alias: string, name: string): string {
  const field = entity.fields.find((f) => fold(f.name) === fold(name));
  const target = field?.type.kind === "reference" ? field.type.entity : !field && fold(name) === "created by" ? "User" : null;
  if (target === null) return "true";
  const referenced = entityNamed(s.product, target);
  const x = s.params.alias("x");
  const may = s.visibility!.record(s, referenced, x);
  if (may === "true") return "true";
  const id = plainField(s, entity, alias, name, { kind: "record", name: target });
  return `exists (select 1 from ${fromTable(referenced, x)} where ${x}.id = ${id} and ${may})`;
}

/** The records of a computed list that the reader may read. A stored list is read through its visible rows anyway. */
function readableItems(s: Scope, entity: Entity, field: Field, sql: string): string {
  if (!s.visibility?.ofReader || !field.computed || (field.type.kind !== "references" && field.type.kind !== "inverse")) return sql;
  const referenced = entityNamed(s.product, field.type.entity);
  const [x, u] = [s.params.alias("x"), s.params.alias("u")];
  const may = s.visibility.record(s, referenced, x);
  if (may === "true") return sql;
  return `array(select ${u}.v from unnest(${sql}) with ordinality ${u}(v, n) join ${fromTable(referenced, x)} on ${x}.id = ${u}.v where ${may} order by ${u}.n)`;
}

function plainField(s: Scope, entity: Entity, alias: string, name: string, wanted: Type): string {
  const key = fold(name);
  const field = entity.fields.find((f) => fold(f.name) === key);
  if (entity.name === "User" && key === "roles") return rolesOf(s, `${alias}.id`);
  if (field?.computed) return readableItems(s, entity, field, computedSql(s, entity, alias, field, wanted));
  const column = columnsOf(s.product, entity).find((c) => fold(c.name) === key);
  if (column) return stored(s, `${alias}.${ident(column.column)}`, column.sql, wanted);
  switch (key) {
    case "id":
      return stored(s, `${alias}.id`, "uuid", wanted);
    case "version":
      return `${alias}.version::numeric`;
    case "created at":
      return `${alias}.created_at`;
    case "updated at":
      return `${alias}.updated_at`;
    case "created by":
      return stored(s, `${alias}.created_by`, "uuid", wanted);
    default:
      return unsupported(`${entity.name} has no field ${name}`);
  }
}

function stored(s: Scope, sql: string, column: string, wanted: Type): string {
  const target = sqlType(wanted);
  if (column === target) return sql;
  if (column === "bigint" && target === "numeric") return `${sql}::numeric`;
  if (target === "jsonb") return `to_jsonb(${sql})`;
  return `${sql}::${target}`;
}

/** The function that computes a field; null where its expression is inlined. */
export function functionOf(s: Scope, entity: Entity, field: Field): ComputedFunction | null {
  const type = fieldType(entity, field);
  return computedFunction(s, entity, field, type, (own, row) => inPlace(own, entity, row, field, type));
}

/** A computed field's expression is evaluated with everything visible. */
export function computedSql(s: Scope, entity: Entity, alias: string, field: Field, wanted: Type): string {
  const type = fieldType(entity, field);
  const found = functionOf(s, entity, field);
  if (!found) return inPlace(s, entity, alias, field, wanted);
  const me = s.variables.get("me");
  const call = `${found.name}(${alias}.id, ${me?.kind === "id" ? me.sql : "null::uuid"})`;
  return convert(s, found.open ? `nonet.in_place(${call})` : call, type, wanted);
}

/** Money is rounded half up to its minor unit (default 20). */
function inPlace(s: Scope, entity: Entity, alias: string, field: Field, wanted: Type): string {
  const inner = ownScope(s, { kind: "row", entity, alias });
  const sql =
    field.type.kind === "money"
      ? field.type.currencyField === undefined
        ? rounded(s.product, compileAs(inner, field.computed!, { kind: "number" }), String(minorUnitsOf(field.type.currency)))
        : rounded(s.product, compileAs(inner, field.computed!, { kind: "number" }), minorUnitSql(s, entity, alias, field))
      : field.type.kind === "integer"
        ? compileAs(inner, field.computed!, { kind: "number" })
        : null;
  return sql === null ? compileAs(inner, field.computed!, wanted) : stored(s, sql, "numeric", wanted);
}

/** The number of decimals of an amount as SQL, for the row in scope. */
export function minorUnitSql(s: Scope, entity: Entity, alias: string, field: Field): string {
  if (field.type.kind !== "money" || field.type.currencyField === undefined) return String(minorUnitsOf(field.type.kind === "money" ? field.type.currency : null));
  if (field.type.currencyField.includes(".")) {
    const [path, inner] = [currencyPath(s, entity, field.type.currencyField), ownScope({ ...s, visibility: null }, { kind: "row", entity, alias })];
    return path ? `nonet.minor_units(${compileAs(inner, path, { kind: "string" })})` : "2";
  }
  const by = fieldOf(entity, field.type.currencyField);
  return by ? `nonet.minor_units(${fieldSql({ ...s, visibility: null }, entity, alias, by.name, { kind: "string" })})` : "2";
}

/** `this.order.currency` for the path `order.currency`. */
function currencyPath(s: Scope, entity: Entity, path: string): Expression | null {
  const span = { file: 0, from: 0, to: 0 };
  let at: Expression = { kind: "variable", name: "this", type: { kind: "record", name: entity.name }, nullable: false, span };
  let owner: Entity | undefined = entity;
  for (const step of path.split(".")) {
    const field: Field | undefined = owner && fieldOf(owner, step);
    if (!owner || !field) return null;
    at = { kind: "path", of: at, field: field.name, listed: false, type: fieldType(owner, field), nullable: true, span };
    owner = field.type.kind === "reference" ? entityNamed(s.product, field.type.entity) : undefined;
  }
  return at;
}

/** The roles that a person has, including those that the roles include. */
function rolesOf(s: Scope, id: string): string {
  const includes = s.params.bind(JSON.stringify(Object.fromEntries(s.product.permissions.roles.map((r) => [r.name, r.includes]))), "jsonb");
  return `array(select distinct i.v from nonet.user_role ur, jsonb_array_elements_text(coalesce(${includes} -> ur.role, to_jsonb(array[ur.role]))) i(v) where ur.user_id = ${id} order by i.v)`;
}
