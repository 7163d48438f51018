/** The types that fields, records and the input of actions have in expressions. */
import { fold, type Type, type Typed } from "@nonet/feel";
import { alwaysHasValue, type Field, type FieldType, fieldType, recordFields as fieldsOfRecord } from "@nonet/model";
import type { EntityDraft } from "../declare/drafts.ts";

export const text: Type = { kind: "string" };
export const boolean: Type = { kind: "boolean" };
export const record = (name: string): Type => ({ kind: "record", name });
export const listOf = (of: Type): Type => ({ kind: "list", of });

/** The type of a field's value; `owner` is the entity that has the field, which may hold the field of its currency too. */
export const typeOf = (type: FieldType, owner?: EntityDraft): Type => fieldType(owner ?? null, { type });

/** The type that a value of the field of the record at hand has. */
export function ownType(type: FieldType, owner: EntityDraft): Type {
  const read = typeOf(type, owner);
  return read.kind === "number" && read.unitIn !== undefined ? { kind: "number", unitIn: `this${read.unitIn}` } : read;
}

/** The fields that a record has in expressions, the product's own (`id`, `state`, `created at`, …) among them. `mayBeNull` decides for computed fields. */
export const recordFields = (draft: EntityDraft, mayBeNull: (field: string) => boolean): Map<string, Typed> => fieldsOfRecord(draft, (field) => mayBeNull(field.name));

/** What an action asked for, as a context: what may be left out can be empty, as a record's field. The currency of an amount is the record's, where the action doesn't ask for it as well. */
export function inputType(asked: readonly Field[]): Type {
  const entries = Object.fromEntries(asked.map((field) => [field.name, inputFieldType(field.type, asked)]));
  const maybe = asked.filter((field) => field.required !== true && !alwaysHasValue(field.type)).map((field) => field.name);
  return { kind: "context", entries, ...(maybe.length > 0 ? { maybe } : {}) };
}

function inputFieldType(type: FieldType, asked: readonly Field[]): Type {
  const read = typeOf(type);
  if (type.kind !== "money" || type.currencyField === undefined || asked.some((field) => fold(field.name) === fold(type.currencyField!))) return read;
  return { kind: "number", unitIn: `this.${type.currencyField}` };
}
