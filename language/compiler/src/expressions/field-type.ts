/** The types of fields in expressions. */
import { fold, type Type, type Typed } from "@nonet/feel";
import type { Field, FieldType } from "@nonet/model";
import type { EntityDraft } from "../declare/drafts.ts";

export const text: Type = { kind: "string" };
export const boolean: Type = { kind: "boolean" };
export const instant: Type = { kind: "date and time", zoned: true };
export const record = (name: string): Type => ({ kind: "record", name });
export const listOf = (of: Type): Type => ({ kind: "list", of });

/** `owner`: the entity of the field, which may have a field for the currency. */
export function typeOf(type: FieldType, owner?: EntityDraft): Type {
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
      if (type.currencyField !== undefined) return amountIn(type.currencyField, owner);
      return type.currency === null ? { kind: "number" } : { kind: "number", unit: type.currency };
    case "yes/no":
      return boolean;
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

/** An amount in the currency of another field of the record. Nothing is known of a computed currency. */
function amountIn(currency: string, owner: EntityDraft | undefined): Type {
  const field = owner?.fields.get(fold(currency));
  if (owner && (!field || field.computed)) return { kind: "number" };
  const only = field?.type.kind === "one of" && field.type.choices.length === 1 ? field.type.choices[0] : undefined;
  return only === undefined ? { kind: "number", unitIn: `.${field?.name ?? currency}` } : { kind: "number", unit: only };
}

/** The type of a value of the field of `this`. */
export function ownType(type: FieldType, owner: EntityDraft): Type {
  const read = typeOf(type, owner);
  return read.kind === "number" && read.unitIn !== undefined ? { kind: "number", unitIn: `this${read.unitIn}` } : read;
}

/** Whether the field always has a value: lists do, and fields that the product sets itself. */
export const alwaysThere = (type: FieldType): boolean =>
  ["inverse", "references", "any of", "texts", "random text", "secret key", "secret link"].includes(type.kind) ||
  (type.kind === "sequence" && type.takenOn === null) ||
  (type.kind === "file" && type.many);

/** The fields of a record in expressions, including the built-in ones (`id`, `state`, `created at`, …). `mayBeNull` decides for computed fields. */
export function recordFields(draft: EntityDraft, mayBeNull: (field: string) => boolean): Map<string, Typed> {
  const fields = new Map<string, Typed>();
  fields.set("id", { type: text, nullable: false });
  fields.set("version", { type: { kind: "number", integer: true }, nullable: false });
  if (draft.states.length > 0) fields.set("state", { type: { kind: "string", choices: draft.states }, nullable: false });
  fields.set("created at", { type: instant, nullable: false });
  fields.set("created by", { type: record("User"), nullable: true });
  fields.set("updated at", { type: instant, nullable: false });
  for (const field of draft.fields.values()) {
    if (field.open !== undefined) {
      fields.set(field.name, { type: { kind: "open", name: field.open }, nullable: false });
      continue;
    }
    const nullable = field.computed ? mayBeNull(field.name) : !(field.required || alwaysThere(field.type));
    fields.set(field.name, { type: typeOf(field.type, draft), nullable });
  }
  return fields;
}

/** An action's input as a context type. Optional input can be null. The currency of an amount is the record's unless it is input as well. */
export function askedType(asked: readonly Field[]): Type {
  const entries = Object.fromEntries(asked.map((field) => [field.name, inputFieldType(field.type, asked)]));
  const maybe = asked.filter((field) => field.required !== true && !alwaysThere(field.type)).map((field) => field.name);
  return { kind: "context", entries, ...(maybe.length > 0 ? { maybe } : {}) };
}

function inputFieldType(type: FieldType, asked: readonly Field[]): Type {
  const read = typeOf(type);
  if (type.kind !== "money" || type.currencyField === undefined || asked.some((field) => fold(field.name) === fold(type.currencyField!))) return read;
  return { kind: "number", unitIn: `this.${type.currencyField}` };
}
