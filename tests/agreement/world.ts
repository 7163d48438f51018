/** The same rows for both sides: in PostgreSQL, and in memory behind the closures' environment. */
import { compile, type Environment, fold, fromJson, type Scope, type Symbol, type Type, type Typed, type Value } from "@nonet/feel";
import { entityOf, type Entity, type Field, fieldType, type Product } from "@nonet/model";
import { minorUnitsOf } from "../../targets/database/src/columns/money.ts";
import type { Row } from "./specification.ts";

const record = (name: string): Type => ({ kind: "record", name });
const listOf = (of: Type): Type => ({ kind: "list", of });

export interface World {
  readonly scope: Scope;
  environment(self: Row, now: number, zone: string): Environment;
}

interface Item {
  readonly record: string;
  readonly id: string;
}

export function worldOf(product: Product, rows: readonly Row[]): World {
  const items = new Map(rows.map((row): [string, Item] => [row.id, { record: row.entity, id: row.id }]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const extent = (entity: string): Item[] => rows.filter((row) => row.entity === entity).map((row) => items.get(row.id)!);
  const running: { environment: Environment | null } = { environment: null };
  const environment = (self: Row, now: number, zone: string): Environment => {
    const made: Environment = {
      variable: (name) => (name === "this" ? (items.get(self.id) as unknown as Value) : null),
      global: (name) => (entityOf(product, name) ? (extent(name) as unknown as Value) : constantValue(product, name, made)),
      field: (of, name) => fieldValue(product, byId, items, rows, of as unknown as Item, name, made),
      now,
      zone,
    };
    running.environment = made;
    return made;
  };
  return { scope: scopeOf(product), environment };
}

function constantValue(product: Product, name: string, environment: Environment): Value {
  const found = product.constants.find((each) => fold(each.name) === fold(name));
  return found?.values ? compile(found.values[0]!.value)(environment) : null;
}

const computed = new WeakMap<Field, (environment: Environment) => Value>();

function fieldValue(product: Product, byId: ReadonlyMap<string, Row>, items: ReadonlyMap<string, Item>, rows: readonly Row[], of: Item, name: string, outer: Environment): Value {
  const row = byId.get(of.id);
  const entity = row && entityOf(product, row.entity);
  if (!row || !entity) return null;
  if (name === "id") return row.id;
  const field = entity.fields.find((each) => each.name === name);
  if (!field) return partsOf(product, items, rows, row, name);
  if (field.computed) {
    const run = computed.get(field) ?? compile(field.computed);
    computed.set(field, run);
    return stored(field, run({ ...outer, variable: (variable) => (variable === "this" ? (of as unknown as Value) : null) }));
  }
  if (field.type.kind === "inverse") {
    const { entity: target, by } = field.type;
    return rows.filter((each) => each.entity === target && each.values[by] === row.id).map((each) => items.get(each.id)) as unknown as Value;
  }
  const value = row.values[field.name] ?? null;
  if (field.type.kind === "reference") return value === null ? null : (items.get(value as string) as unknown as Value);
  if (field.type.kind === "references") return (value as string[]).map((id) => items.get(id)) as unknown as Value;
  return fromJson(value as never, fieldType(entity, field)) ?? null;
}

/** A computed amount is rounded to its currency's minor unit, half up. */
function stored(field: Field, value: Value): Value {
  if (field.type.kind !== "money" || value === null || typeof value !== "object" || !("toDecimalPlaces" in value)) return value;
  return value.toDecimalPlaces(minorUnitsOf(field.type.currency), 4);
}

function partsOf(product: Product, items: ReadonlyMap<string, Item>, rows: readonly Row[], row: Row, name: string): Value {
  const part = product.entities.find((each) => each.partOf?.entity === row.entity && each.partOf.list === name);
  if (!part) return null;
  return rows.filter((each) => each.entity === part.name && each.values[part.partOf!.field] === row.id).map((each) => items.get(each.id)) as unknown as Value;
}

function fieldsOf(product: Product, entity: Entity): Map<string, Typed> {
  const fields = new Map<string, Typed>();
  for (const field of entity.fields)
    fields.set(field.name, {
      type: fieldType(entity, field),
      nullable: field.computed ? true : !field.required && !["inverse", "references", "any of", "texts"].includes(field.type.kind),
    });
  for (const part of product.entities) if (part.partOf?.entity === entity.name) fields.set(part.partOf.list, { type: listOf(record(part.name)), nullable: false });
  return fields;
}

function scopeOf(product: Product): Scope {
  const fields = new Map(product.entities.map((entity) => [entity.name, fieldsOf(product, entity)]));
  const symbols = new Map<string, Symbol>();
  for (const constant of product.constants) symbols.set(fold(constant.name), { kind: "global", name: constant.name, type: constant.type, nullable: false });
  for (const entity of product.entities) symbols.set(fold(entity.name), { kind: "global", name: entity.name, type: listOf(record(entity.name)), nullable: false });
  symbols.set("this", { kind: "variable", name: "this", type: record("Thing"), nullable: false });
  for (const [name, typed] of fields.get("Thing")!) symbols.set(fold(name), { kind: "field", of: { name: "this", type: record("Thing") }, field: name, ...typed });
  return { lookup: (name) => symbols.get(name), names: () => symbols.keys(), fieldsOf: (name) => fields.get(name) };
}
