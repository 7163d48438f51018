/**
 * What a reader may read or do, as SQL predicates over one row.
 *
 * A person has the union of what their roles grant, where a record's condition and its fields come from the same role. A
 * field with a matrix row of its own is granted by that row alone. `Never` outranks every grant.
 */
import { fold } from "@nonet/feel";
import { type Entity, type Grant, hasFieldRow, type Product, type Verb } from "@nonet/model";
import { condition } from "../scope/compile.ts";
import { isCertain } from "../scope/not-shown-values.ts";
import { entityNamed, fromTable, ownScope, type Scope } from "../scope/scope.ts";
import type { Reader } from "../sql/query.ts";
import { and, ident, or } from "../sql/sql-text.ts";
import { throughRepresented } from "./deputies.ts";
import { linkReach } from "./secret-link.ts";

export type Operation = Verb | { readonly action: string };

const sameOperation = (a: Operation, b: Operation): boolean => (typeof a === "string" || typeof b === "string" ? a === b : fold(a.action) === fold(b.action));
const grantsOf = (product: Product, entity: Entity, operation: Operation): Grant[] =>
  product.permissions.grants.filter((g) => g.entity === entity.name && sameOperation(g.verb, operation));
/** Whether only grants that name the field count: it has a row of its own or, for reading, is hidden. */
const hasOwnRow = (product: Product, entity: Entity, field: string, operation: Operation): boolean =>
  hasFieldRow(product, entity, entity.fields.find((f) => fold(f.name) === fold(field))?.name ?? fold(field), operation);
/** A grant from a field's own row: it grants no record. */
const fieldOnly = (product: Product, entity: Entity, g: Grant): boolean =>
  g.fields !== null && g.fields.length > 0 && g.fields.every((f) => product.permissions.fieldRows.some((r) => r.entity === entity.name && fold(r.field) === fold(f)));
const namesField = (g: Grant, field: string): boolean => g.fields !== null && g.fields.some((f) => fold(f) === fold(field));

/** For each role of the reader, the names of the roles whose grants it has. */
export function roleSets(product: Product, reader: Reader): readonly (readonly string[])[] {
  const linked = reader.kind !== "system" && reader.link ? ["bearer"] : [];
  if (reader.kind !== "person") return [[...linked, "anyone"]];
  if (reader.roles.length === 0) return [[...linked, "everyone", "anyone"]];
  return reader.roles.map((name) => [...(product.permissions.roles.find((r) => fold(r.name) === fold(name))?.includes ?? [name]), ...linked, "everyone", "anyone"]);
}

/** Whether everything is visible: no reader restricts it, or point 6 is not shown and the reader is the Owner (default 5). */
export const seesEverything = (s: Scope): boolean =>
  s.visibility === null || (!s.product.permissions.written && s.visibility.reader.kind === "person" && s.visibility.reader.owner);

const grantCondition = (s: Scope, g: Grant, entity: Entity, alias: string): string =>
  fold(g.role) === "bearer" ? and([linkReach(s, entity, alias), conditionOf(s, g, entity, alias)]) : conditionOf(s, g, entity, alias);

function conditionOf(s: Scope, g: Grant, entity: Entity, alias: string): string {
  if (!g.where) return "true";
  const key = `${s.product.permissions.grants.indexOf(g)}/${s.product.permissions.never.indexOf(g)}/${alias}`;
  let sql = s.cache.get(key);
  if (sql === undefined) {
    // Cached for conditions too, where nothing may be joined.
    sql = condition({ ...ownScope(s, { kind: "row", entity, alias }), joins: undefined }, g.where.expression);
    s.cache.set(key, sql);
  }
  return sql;
}

const anyGrant = (s: Scope, grants: readonly Grant[], roles: readonly string[], entity: Entity, alias: string): string =>
  or(
    grants
      .filter((g) => roles.some((r) => fold(r) === fold(g.role)))
      .map((g) => (g.where ? isCertain(s, g.where.expression, grantCondition(s, g, entity, alias)) : grantCondition(s, g, entity, alias))),
  );

/** Default 22: every person may read their own User record, and change the name. */
const ownUser = (s: Scope, entity: Entity, alias: string): string =>
  entity.name === "User" && s.visibility?.reader.kind === "person" ? `${alias}.id = ${s.params.bind(s.visibility.reader.id, "uuid")}` : "false";

export function neverConditions(s: Scope, entity: Entity, alias: string, operation: Operation, field: string | null): string[] {
  const held = new Set(roleSets(s.product, s.visibility!.reader).flat().map(fold));
  return s.product.permissions.never
    .filter((g) => g.entity === entity.name && sameOperation(g.verb, operation) && held.has(fold(g.role)) && (g.fields === null || (field !== null && namesField(g, field))))
    .map((g) => (g.where || fold(g.role) === "bearer" ? neverHolds(s, g, `(${grantCondition(s, g, entity, alias)}) is false`) : "false"));
}

/** What can't be determined, because something isn't shown, is forbidden. */
const neverHolds = (s: Scope, g: Grant, sql: string): string => (g.where ? isCertain(s, g.where.expression, sql) : sql);

/** A part without grants of its own has those of its whole. */
function throughWhole(s: Scope, entity: Entity, alias: string, operation: Operation): string | null {
  // The same SQL for the row and all of its fields, so that `and` and `fieldPredicate` recognize it.
  const key = `whole/${JSON.stringify(operation)}/${entity.name}/${alias}`;
  const known = s.cache.get(key);
  if (known !== undefined) return known;
  const sql = findWholePredicate(s, entity, alias, operation);
  if (sql !== null) s.cache.set(key, sql);
  return sql;
}

function findWholePredicate(s: Scope, entity: Entity, alias: string, operation: Operation): string | null {
  if (!entity.partOf || s.product.permissions.grants.some((g) => g.entity === entity.name && !fieldOnly(s.product, entity, g))) return null;
  const whole = entityNamed(s.product, entity.partOf.entity);
  const column = entity.fields.find((f) => f.name === entity.partOf!.field)?.column ?? entity.partOf.field;
  const w = s.params.alias("w");
  // A reader who may not read the list of the whole may not read its parts one by one either.
  const list = fieldOperation(s, whole, w, entity.partOf.list, operation === "read" || operation === "history" ? "read" : "update");
  const may = operation === "history" ? and([operationPredicate(s, whole, w, operation), list]) : list;
  return may === "true" || may === "false" ? may : `exists (select 1 from ${fromTable(whole, w)} where ${w}.id = ${alias}.${ident(column)} and ${may})`;
}

/** Whether the reader may do it to the record, or to some field of it. */
export function operationPredicate(s: Scope, entity: Entity, alias: string, operation: Operation): string {
  if (seesEverything(s)) return "true";
  const key = `operation/${JSON.stringify(operation)}/${entity.name}/${alias}`;
  const known = s.cache.get(key);
  if (known !== undefined) return known;
  const grants = s.product.permissions.written ? grantsOf(s.product, entity, operation).filter((g) => operation === "update" || !fieldOnly(s.product, entity, g)) : [];
  const own = operation === "read" || operation === "update" ? ownUser(s, entity, alias) : "false";
  const allowed =
    throughWhole(s, entity, alias, operation) ??
    or([
      ...roleSets(s.product, s.visibility!.reader).map((roles) => anyGrant(s, grants, roles, entity, alias)),
      own,
      operation === "read" ? throughRepresented(s, entity, alias, (as) => operationPredicate(as, entity, alias, operation)) : "false",
    ]);
  const sql = and([allowed, ...neverConditions(s, entity, alias, operation, null)]);
  s.cache.set(key, sql);
  return sql;
}

/** Default 56: where nobody is granted the history, it is visible with the record, and a part's with its whole. */
export function historyPredicate(s: Scope, entity: Entity, alias: string): string {
  const { permissions } = s.product;
  const whole = entity.partOf ? entityNamed(s.product, entity.partOf.entity) : null;
  const hasGrants = [entity, ...(whole ? [whole] : [])].some((e) => e.builtIn || permissions.historyRows?.includes(e.name) || grantsOf(s.product, e, "history").length > 0);
  return hasGrants ? operationPredicate(s, entity, alias, "history") : and([recordPredicate(s, entity, alias), ...neverConditions(s, entity, alias, "history", null)]);
}

export const recordPredicate = (s: Scope, entity: Entity, alias: string): string => operationPredicate(s, entity, alias, "read");

const always = new Set(["id", "version", "created at", "updated at", "created by"]);

/** `readableRow`: the row is known to be readable, so what follows from that is true. */
export function fieldPredicate(s: Scope, entity: Entity, alias: string, name: string, readableRow: boolean): string {
  const record = recordPredicate(s, entity, alias);
  const sql = always.has(fold(name)) && !entity.fields.some((f) => fold(f.name) === fold(name)) ? record : fieldOperation(s, entity, alias, name, "read");
  return readableRow && sql === record && sql !== "false" ? "true" : sql;
}

export function fieldOperation(s: Scope, entity: Entity, alias: string, name: string, operation: "read" | "create" | "update"): string {
  const field = entity.fields.find((f) => fold(f.name) === fold(name));
  if (operation === "read" && (field?.secret || field?.type.kind === "secret key")) return "false";
  return fieldGrant(s, entity, alias, name, operation);
}

/** Whether the reader may know that a secret was written: those who may write it, or could read it if it weren't secret. */
export const secretPredicate = (s: Scope, entity: Entity, alias: string, name: string): string =>
  or([fieldGrant(s, entity, alias, name, "read"), fieldGrant(s, entity, alias, name, "update")]);

function fieldGrant(s: Scope, entity: Entity, alias: string, name: string, operation: "read" | "create" | "update"): string {
  if (seesEverything(s)) return "true";
  const whole = throughWhole(s, entity, alias, operation);
  const own = hasOwnRow(s.product, entity, name, operation);
  if (whole !== null && !own) return and([whole, ...neverConditions(s, entity, alias, operation, null), ...neverConditions(s, entity, alias, operation, name)]);
  const grants = s.product.permissions.written ? grantsOf(s.product, entity, operation) : [];
  const naming = grants.filter((g) => (own ? namesField(g, name) : g.fields === null || namesField(g, name)));
  const recordGrants = grants.filter((g) => !fieldOnly(s.product, entity, g));
  // To update a field through a row of its own, the record need only be readable, which the engine checks first.
  const perRole = roleSets(s.product, s.visibility!.reader).map((roles) =>
    and([anyGrant(s, naming, roles, entity, alias), whole !== null ? whole : own && operation !== "update" ? anyGrant(s, recordGrants, roles, entity, alias) : "true"]),
  );
  const self = !own && (operation === "read" || (operation === "update" && fold(name) === "name")) ? ownUser(s, entity, alias) : "false";
  const represented = operation === "read" ? throughRepresented(s, entity, alias, (as) => fieldOperation(as, entity, alias, name, operation)) : "false";
  return and([or([...perRole, self, represented]), ...neverConditions(s, entity, alias, operation, null), ...neverConditions(s, entity, alias, operation, name)]);
}
