/**
 * Predicts a record after an update, where nothing else of it depends on the changed fields. It saves reading the record
 * again. `known-after.test.ts` compares it with the database.
 */
import { fold } from "@nonet/feel";
import type { Entity, Field, Product } from "@nonet/model";
import { type Column, columnsOf } from "../columns/columns.ts";
import { minorUnitsOf } from "../columns/money.ts";
import { readsFrom } from "../scope/reads.ts";
import { entityNamed } from "../scope/scope.ts";
import { isUpdatedTogether } from "./update-many.ts";

type Values = Readonly<Record<string, unknown>>;

/** `before` in the form of `wholeRecordQuery`, `at` the transaction's moment as text. Null where more of the record may change. */
export function predictRecord(product: Product, entityName: string, before: Values, values: Values, at: string): Values | null {
  const entity = entityNamed(product, entityName);
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const column = columnsOf(product, entity).find((c) => c.name === name);
    if (!column || !(column.key in before) || !isAsStored(column, value) || !isIndependent(product, entity, name)) return null;
    changed[column.key] = value;
  }
  return { ...before, ...changed, version: Number(before["version"]) + 1, updatedAt: at };
}

/** The same where the record is read back when it is written (`updateMany`): for values of more types, and fields that nothing is shown as. */
export function predictTogether(product: Product, entityName: string, before: Values, values: Values, at: string): Values | null {
  const entity = entityNamed(product, entityName);
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const column = columnsOf(product, entity).find((c) => c.name === name);
    if (!column || !(column.key in before) || !isUpdatedTogether(product, entity, name)) return null;
    const json = isAsStored(column, value) ? value : storedJson(column, value);
    if (json === undefined) return null;
    changed[column.key] = json;
  }
  return { ...before, ...changed, version: Number(before["version"]) + 1, updatedAt: at };
}

/** The value as the record's JSON has it; undefined where only the database can tell. A referenced record isn't named. */
function storedJson({ field, states }: Column, value: unknown): unknown {
  if (states || !field || field.computed || field.secret || value === undefined) return undefined;
  const { type } = field;
  const plain = ["date", "integer", "number", "percent", "money", "reference"].includes(type.kind);
  if (value === null) return plain ? null : undefined;
  if (typeof value !== "string" || !plain) return undefined;
  if (type.kind === "date") return value;
  if (type.kind === "reference") return { id: value };
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(value) ? numberJson(type, value) : undefined;
}

function numberJson(type: Field["type"], value: string): unknown {
  const short = value.includes(".") ? value.replace(/\.?0+$/, "") : value;
  if (short.startsWith("-0") && Number(short) === 0) return undefined;
  if (type.kind === "integer") return short.includes(".") ? undefined : Number(short);
  if (type.kind !== "money") return short;
  if (type.currencyField !== undefined) return undefined;
  const [whole, cents = ""] = short.split(".");
  const digits = minorUnitsOf(type.currency);
  if (cents.length > digits) return undefined;
  return digits === 0 ? whole : `${whole}.${cents.padEnd(digits, "0")}`;
}

/** Whether the record's JSON has the value exactly as given. */
function isAsStored({ field, states, sql }: Column, value: unknown): boolean {
  if (sql !== "text" && sql !== "boolean") return false;
  if (value !== null && typeof value !== (sql === "text" ? "string" : "boolean")) return false;
  if (states) return true;
  if (!field || field.computed || field.secret) return false;
  return field.type.kind === "yes/no" || field.type.kind === "one of" || (field.type.kind === "text" && field.type.form !== "rich");
}

const known = new WeakMap<Product, Map<string, ReadonlySet<string>>>();

function isIndependent(product: Product, entity: Entity, name: string): boolean {
  // A whole's JSON includes its parts, which may depend on it.
  if (product.entities.some((e) => e.partOf?.entity === entity.name)) return false;
  let all = known.get(product);
  if (!all) known.set(product, (all = new Map<string, ReadonlySet<string>>()));
  let read = all.get(entity.name);
  if (!read) all.set(entity.name, (read = readOf(product, entity)));
  return !read.has(fold(name));
}

/** The entity's fields on which its computed fields, or what records are shown as, depend. */
function readOf(product: Product, entity: Entity): ReadonlySet<string> {
  const computed = entity.fields.filter((f) => f.computed !== null).map((f) => f.name);
  const shown = product.entities.flatMap((target) => readsFrom(product, target, [target.shownAs], []));
  return new Set([...readsFrom(product, entity, [], computed), ...shown].filter((read) => read.entity === entity.name).map((read) => read.field));
}
