/**
 * The types that a record's fields have in expressions: the one derivation for the compiler, the database and the
 * conditions of requests. It takes the entities of a compiled product as well as those of a document that is being read.
 */
import type { Type, Typed } from "@nonet/feel";
import type { FieldType } from "./entity.ts";

/** What the type of a field depends on. */
export interface TypedField {
  readonly name: string;
  readonly type: FieldType;
  /** Set, to whatever it is, for a computed field. */
  readonly computed?: unknown;
}

/** The fields of an entity, as a list or as a map. */
export interface FieldHolder {
  readonly fields: { values(): Iterable<TypedField> };
}

const text: Type = { kind: "string" };
const instant: Type = { kind: "date and time", zoned: true };
const listOf = (of: Type): Type => ({ kind: "list", of });

/** The type of a field's value. `entity` holds the field that names the currency of an amount; null where none is known. */
export function fieldType(entity: FieldHolder | null, field: Pick<TypedField, "type">): Type {
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
      if (type.currencyField !== undefined) return amountType(entity, type.currencyField);
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
      return listOf(type.of ? fieldType(entity, { type: type.of }) : text);
    case "reference":
      return { kind: "record", name: type.entity };
    case "references":
    case "inverse":
      return listOf({ kind: "record", name: type.entity });
  }
}

/** An amount whose currency is the value of another field. The unit of an amount in a computed currency isn't known. */
function amountType(entity: FieldHolder | null, currencyField: string): Type {
  // A path over a reference: `order.currency`.
  if (currencyField.includes(".")) return { kind: "number", unitIn: `.${currencyField}` };
  const field = entity && fieldNamed(entity, currencyField);
  if (entity && (!field || field.computed)) return { kind: "number" };
  const only = field?.type.kind === "one of" && field.type.choices.length === 1 ? field.type.choices[0] : undefined;
  return only === undefined ? { kind: "number", unitIn: `.${field?.name ?? currencyField}` } : { kind: "number", unit: only };
}

/** While a document is being read, the name of a currency's field may still be as it was written. */
function fieldNamed(entity: FieldHolder, name: string): TypedField | undefined {
  const wanted = foldedName(name);
  for (const field of entity.fields.values()) if (field.name === name || foldedName(field.name) === wanted) return field;
  return undefined;
}

const foldedName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");

/** Whether a field of the type always has a value: lists do, and what the product itself assigns. */
export const alwaysHasValue = (type: FieldType): boolean =>
  ["inverse", "references", "any of", "texts", "random text", "secret key", "secret link"].includes(type.kind) ||
  (type.kind === "sequence" && type.takenOn === null) ||
  (type.kind === "file" && type.many);

/** A record's fields, with what decides whether they can be null. */
export interface RecordFields extends FieldHolder {
  /** The states of the entity's first machine. */
  readonly states: readonly string[];
  readonly fields: {
    values(): Iterable<TypedField & { readonly required: unknown; /** What its type is known by where the document doesn't show it. */ readonly open?: string }>;
  };
}

/** The fields by name, first the product's own: `id`, `version`, `state`, `created at`, `created by`, `updated at`. */
export function recordFields(entity: RecordFields, computedMayBeNull: (field: TypedField) => boolean): Map<string, Typed> {
  const found = new Map<string, Typed>([
    ["id", { type: text, nullable: false }],
    ["version", { type: { kind: "number", integer: true }, nullable: false }],
  ]);
  if (entity.states.length > 0) found.set("state", { type: { kind: "string", choices: entity.states }, nullable: false });
  found.set("created at", { type: instant, nullable: false });
  found.set("created by", { type: { kind: "record", name: "User" }, nullable: true });
  found.set("updated at", { type: instant, nullable: false });
  for (const field of entity.fields.values()) {
    if (field.open !== undefined) {
      found.set(field.name, { type: { kind: "open", name: field.open }, nullable: false });
      continue;
    }
    const nullable = field.computed ? computedMayBeNull(field) : !(field.required === true || alwaysHasValue(field.type));
    found.set(field.name, { type: fieldType(entity, field), nullable, ...(field.type.kind === "inverse" ? { by: field.type.by } : {}) });
  }
  return found;
}
