/**
 * What point 6 of a document allows, worked out in memory from the compiled model and the stored rows: a second opinion
 * on what the database decides by SQL. It knows the rules of the notation and none of the statements.
 */
import { compile, type Environment, type Expression, fold, fromJson, type Value } from "@nonet/feel";
import { creationRows, type Entity, entityOf, fieldType, type Grant, hasFieldRow, type Product, type Verb } from "@nonet/model";
import type { StoredRow } from "./seeded-product.ts";

export interface Person {
  readonly id: string | null;
  readonly roles: readonly string[];
}

export type Operation = Verb | { readonly action: string };

/** Null: this oracle can't tell, because the condition needs what it doesn't know. */
export type Verdict = boolean | null;

export interface Oracle {
  /** A part without rows of its own goes by its whole, which this oracle leaves to others. */
  covers(entity: Entity): boolean;
  may(person: Person, operation: Operation, row: StoredRow): Verdict;
  mayUseField(person: Person, operation: "read" | "update", row: StoredRow, field: string): Verdict;
  /** Whether some record of the entity could be created, as far as roles go. */
  mayCreate(person: Person, entity: Entity): boolean;
}

class Unknown extends Error {}

interface Item {
  readonly record: string;
  readonly id: string;
}

export function permissionOracle(product: Product, rows: readonly StoredRow[], rolesOf: ReadonlyMap<string, readonly string[]>): Oracle {
  const { permissions } = product;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const itemOf = (entity: string, id: unknown): Value => (id === null || id === undefined ? null : ({ record: entity, id } as unknown as Value));
  const compiled = new WeakMap<Expression, (environment: Environment) => Value>();
  const field = (record: Value, name: string, environment: Environment): Value => {
    const { record: entityName, id } = record as unknown as Item;
    const entity = entityOf(product, entityName)!;
    const row = byId.get(id);
    if (!row) throw new Unknown(`no ${entityName} ${id}`);
    if (name === "id") return id;
    if (fold(name) === "created by") return itemOf("User", row.createdBy);
    if (entityName === "User" && name === "roles") return (rolesOf.get(id) ?? []) as unknown as Value;
    const found = entity.fields.find((each) => fold(each.name) === fold(name));
    if (!found) {
      if (name in row.values) return row.values[name] as Value;
      throw new Unknown(`${entityName}.${name}`);
    }
    if (found.computed) return run(found.computed, { ...environment, variable: (variable) => (variable === "this" ? record : environment.variable(variable)) });
    if (found.type.kind === "inverse") {
      const { entity: target, by } = found.type;
      return rows.filter((each) => each.entity === target && each.values[by] === id).map((each) => itemOf(target, each.id)) as unknown as Value;
    }
    const value = row.values[found.name];
    if (found.type.kind === "reference") return itemOf(found.type.entity, value);
    if (value === undefined) throw new Unknown(`${entityName}.${name}`);
    return fromJson(value as never, fieldType(entity, found)) ?? null;
  };
  const run = (expression: Expression, environment: Environment): Value => {
    let made = compiled.get(expression);
    if (!made) compiled.set(expression, (made = compile(expression)));
    return made(environment);
  };
  const holds = (expression: Expression, person: Person, row: StoredRow): Verdict => {
    const environment: Environment = {
      variable: (name) => {
        if (name === "this") return itemOf(row.entity, row.id);
        if (name === "me") return itemOf("User", person.id);
        throw new Unknown(name);
      },
      global: (name) => {
        const constant = product.constants.find((each) => fold(each.name) === fold(name));
        if (constant?.values) return run(constant.values[0]!.value, environment);
        const entity = entityOf(product, name);
        if (entity) return rows.filter((each) => each.entity === entity.name).map((each) => itemOf(each.entity, each.id)) as unknown as Value;
        throw new Unknown(name);
      },
      field: (record, name) => (record === null ? null : field(record, name, environment)),
      now: Date.now(),
      zone: product.about.timeZone,
    };
    try {
      const value = run(expression, environment);
      return value === true;
    } catch (error) {
      if (error instanceof Unknown) return null;
      throw error;
    }
  };
  const heldBy = ({ id, roles }: Person): readonly (readonly string[])[] => {
    if (id === null) return [["anyone"]];
    if (roles.length === 0) return [["everyone", "anyone"]];
    return roles.map((role) => [...(permissions.roles.find(({ name }) => name === role)?.includes ?? [role]), "everyone", "anyone"]);
  };
  const isSame = (a: Operation, b: Operation): boolean => (typeof a === "string" || typeof b === "string" ? a === b : fold(a.action) === fold(b.action));
  const isForFieldRows = (grant: Grant): boolean =>
    grant.fields !== null &&
    grant.fields.length > 0 &&
    grant.fields.every((name) => permissions.fieldRows.some((row) => row.entity === grant.entity && fold(row.field) === fold(name)));
  const names = (grant: Grant, name: string): boolean => grant.fields?.some((each) => fold(each) === fold(name)) ?? false;
  const grantsFor = (entity: string, operation: Operation): readonly Grant[] => permissions.grants.filter((grant) => grant.entity === entity && isSame(grant.verb, operation));
  const any = (verdicts: readonly Verdict[]): Verdict => (verdicts.includes(true) ? true : verdicts.includes(null) ? null : false);
  const all = (verdicts: readonly Verdict[]): Verdict => (verdicts.includes(false) ? false : verdicts.includes(null) ? null : true);
  const granted = (grants: readonly Grant[], roles: readonly string[], person: Person, row: StoredRow): Verdict =>
    any(grants.filter(({ role }) => roles.some((held) => fold(held) === fold(role))).map(({ where }) => (where ? holds(where.expression, person, row) : true)));
  const notForbidden = (person: Person, operation: Operation, row: StoredRow, name: string | null): Verdict => {
    const held = new Set(heldBy(person).flat().map(fold));
    const forbidding = permissions.never.filter(
      (grant) => grant.entity === row.entity && isSame(grant.verb, operation) && held.has(fold(grant.role)) && (grant.fields === null || (name !== null && names(grant, name))),
    );
    return all(
      forbidding.map(({ where }) => {
        const applies = where ? holds(where.expression, person, row) : true;
        return applies === null ? null : !applies;
      }),
    );
  };
  const isSelf = (person: Person, row: StoredRow): boolean => row.entity === "User" && row.id === person.id;
  const isCoveredPart = (entity: Entity): boolean =>
    entity.partOf !== null && entity.partOf !== undefined && !permissions.grants.some((grant) => grant.entity === entity.name && !isForFieldRows(grant));
  /** Who of point 4, in the rows that begin at the record's state; an empty Who leaves it to point 6. Of a decision by several people, only the product knows whose turn it is. */
  const mayAct = (person: Person, action: string, row: StoredRow): Verdict => {
    const machine = product.machines.find((each) => each.entity === row.entity && each.actions.some(({ name }) => fold(name) === fold(action)));
    const isDecided = machine?.actions.some(({ name, decision }) => decision && (fold(name) === fold(action) || fold(decision.refusedBy?.as ?? "") === fold(action)));
    if (!machine || isDecided) return null;
    const state = row.values[machine.field];
    const transitions = machine.transitions.filter(({ trigger, from }) => trigger.kind === "action" && fold(trigger.action) === fold(action) && (from === state || from === null));
    const held = heldBy(person).flat().map(fold);
    const own = permissions.own.find((each) => each.entity === row.entity)?.condition;
    const verdicts = transitions.map(({ who }): Verdict => {
      if (who.length === 0) return null;
      return any(
        who
          .filter(({ role }) => held.includes(fold(role)))
          .map((one) => all([one.own ? (own ? holds(own, person, row) : false) : true, one.where ? holds(one.where.expression, person, row) : true])),
      );
    });
    return all([any(verdicts), notForbidden(person, { action }, row, null)]);
  };
  const may = (person: Person, operation: Operation, row: StoredRow): Verdict => {
    const entity = entityOf(product, row.entity)!;
    if (isCoveredPart(entity)) return null;
    if (typeof operation !== "string") return mayAct(person, operation.action, row);
    if (operation === "history" && !permissions.historyRows?.includes(entity.name) && grantsFor(entity.name, "history").length === 0 && !entity.builtIn)
      return all([may(person, "read", row), notForbidden(person, "history", row, null)]);
    const grants = grantsFor(entity.name, operation).filter((grant) => operation === "update" || !isForFieldRows(grant));
    const own = (operation === "read" || operation === "update") && isSelf(person, row);
    return all([any([...heldBy(person).map((roles) => granted(grants, roles, person, row)), own]), notForbidden(person, operation, row, null)]);
  };
  return {
    covers: (entity) => !isCoveredPart(entity),
    may,
    mayUseField: (person, operation, row, name) => {
      const entity = entityOf(product, row.entity)!;
      if (isCoveredPart(entity)) return null;
      const found = entity.fields.find((each) => fold(each.name) === fold(name));
      if (operation === "read" && (found?.secret || found?.type.kind === "secret key")) return false;
      const hasOwnRow = hasFieldRow(product, entity, found?.name ?? name, operation);
      const grants = grantsFor(entity.name, operation);
      const naming = grants.filter((grant) => (hasOwnRow ? names(grant, name) : grant.fields === null || names(grant, name)));
      const whole = grants.filter((grant) => !isForFieldRows(grant));
      // To update a field with a row of its own, the record need only be readable.
      const perRole = heldBy(person).map((roles) => all([granted(naming, roles, person, row), hasOwnRow && operation === "read" ? granted(whole, roles, person, row) : true]));
      const self = !hasOwnRow && isSelf(person, row) && (operation === "read" || fold(name) === "name");
      return all([any([...perRole, self]), notForbidden(person, operation, row, null), notForbidden(person, operation, row, name)]);
    },
    mayCreate: (person, entity) => {
      const held = heldBy(person).flat().map(fold);
      const forbidden = permissions.never.some(
        (grant) => grant.entity === entity.name && grant.verb === "create" && grant.fields === null && !grant.where && held.includes(fold(grant.role)),
      );
      // Where point 4 has `(new)` rows, records are created by these alone, and their Who decides.
      const rows = creationRows(product, entity.name, null);
      if (rows.length > 0 && rows.every(({ who }) => who.length > 0)) return !forbidden && rows.some(({ who }) => who.some(({ role }) => held.includes(fold(role))));
      return !forbidden && grantsFor(entity.name, "create").some((grant) => !isForFieldRows(grant) && held.includes(fold(grant.role)));
    },
  };
}
