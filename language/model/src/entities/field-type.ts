/** The types that fields have in expressions, from the finished model: one answer for every package that reads a product. */
import { fold, type Type, type Typed } from "@nonet/feel";
import type { Product } from "../product/product.ts";
import type { Entity, Field } from "./entity.ts";

const text: Type = { kind: "string" };
const instant: Type = { kind: "date and time", zoned: true };
const record = (name: string): Type => ({ kind: "record", name });
const listOf = (of: Type): Type => ({ kind: "list", of });

/** The type of a field's values; an amount whose currency is a field of the same record names that field (`.currency`). */
export function fieldType(entity: Entity, field: Field): Type {
  const { type } = field;
  switch (type.kind) {
    case "formatted":
      return type.format === "email" ? { kind: "string", caseless: true } : text;
    case "text":
    case "sequence":
    case "random text":
    case "secret key":
    case "secret link":
      return text;
    case "number":
      return { kind: "number" };
    case "percent":
      return { kind: "number", unit: "%" };
    case "integer":
      return { kind: "number", integer: true };
    case "money":
      if (type.currencyField !== undefined) return amountIn(entity, type.currencyField);
      return type.currency === null ? { kind: "number" } : { kind: "number", unit: type.currency };
    case "yes/no":
      return { kind: "boolean" };
    case "date":
    case "time":
      return { kind: type.kind };
    case "date and time":
      return instant;
    case "duration":
      return { kind: "days and time duration" };
    case "file":
      return type.many ? listOf(text) : text;
    case "one of":
      return { kind: "string", choices: type.choices };
    case "any of":
      return listOf({ kind: "string", choices: type.choices });
    case "texts":
      return listOf(text);
    case "reference":
      return record(type.entity);
    case "references":
    case "inverse":
      return listOf(record(type.entity));
  }
}

/** Nothing is known of a currency that is computed; a currency field with one choice is that currency. */
function amountIn(entity: Entity, currency: string): Type {
  const field = entity.fields.find((f) => fold(f.name) === fold(currency));
  if (!field || field.computed !== null) return { kind: "number" };
  const only = field.type.kind === "one of" && field.type.choices.length === 1 ? field.type.choices[0] : undefined;
  return only === undefined ? { kind: "number", unitIn: `.${field.name}` } : { kind: "number", unit: only };
}

/** Whether the field always has a value: lists do, and what the product itself fills in. */
const isAlwaysPresent = ({ type }: Field): boolean =>
  ["inverse", "references", "any of", "texts", "random text", "secret key", "secret link"].includes(type.kind) ||
  (type.kind === "sequence" && type.takenOn === null) ||
  (type.kind === "file" && type.many);

/** The fields that a record has in expressions, by name: the product's own (`id`, `version`, `state`, `created at`, …) and the document's. */
export function recordType(product: Product, entity: Entity): ReadonlyMap<string, Typed> {
  const fields = new Map<string, Typed>([
    ["id", { type: text, nullable: false }],
    ["version", { type: { kind: "number", integer: true }, nullable: false }],
    ["created at", { type: instant, nullable: false }],
    ["created by", { type: record("User"), nullable: true }],
    ["updated at", { type: instant, nullable: false }],
  ]);
  for (const field of entity.fields) {
    const nullable = field.computed ? field.computed.nullable : !(field.required === true || isAlwaysPresent(field));
    fields.set(field.name, { type: fieldType(entity, field), nullable });
  }
  for (const machine of product.machines)
    if (machine.entity === entity.name) fields.set(machine.field, { type: { kind: "string", choices: machine.states.map((s) => s.name) }, nullable: false });
  return fields;
}
