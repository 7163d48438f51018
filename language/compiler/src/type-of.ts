/** What type the values of a field have in expressions. */
import type { Type, Typed } from "@nonet/feel";
import type { Field, FieldType } from "@nonet/model";
import type { EntityDraft } from "./declare.ts";

export const text: Type = { kind: "string" };
export const boolean: Type = { kind: "boolean" };
export const instant: Type = { kind: "date and time", zoned: true };
export const record = (name: string): Type => ({ kind: "record", name });
export const listOf = (of: Type): Type => ({ kind: "list", of });

export function typeOf(type: FieldType): Type {
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

/** Whether the field always has a value: lists do, and what the product itself gives. */
const always = (type: FieldType): boolean =>
  ["inverse", "references", "any of", "texts", "random text", "secret key", "secret link"].includes(type.kind) ||
  (type.kind === "sequence" && type.takenOn === null) ||
  (type.kind === "file" && type.many);

/** The fields that a record has in expressions, the product's own (`id`, `state`, `created at`, …) among them. `mayBeNull` says it of computed fields. */
export function recordFields(draft: EntityDraft, mayBeNull: (field: string) => boolean): Map<string, Typed> {
  const fields = new Map<string, Typed>();
  fields.set("id", { type: text, nullable: false });
  fields.set("version", { type: { kind: "number", integer: true }, nullable: false });
  if (draft.states.length > 0) fields.set("state", { type: { kind: "string", choices: draft.states }, nullable: false });
  fields.set("created at", { type: instant, nullable: false });
  fields.set("created by", { type: record("User"), nullable: true });
  fields.set("updated at", { type: instant, nullable: false });
  for (const field of draft.fields.values()) {
    const nullable = field.computed ? mayBeNull(field.name) : !(field.required || always(field.type));
    fields.set(field.name, { type: typeOf(field.type), nullable });
  }
  return fields;
}

/** What an action asked for, as a context. */
export const askedType = (asked: readonly Field[]): Type => ({ kind: "context", entries: Object.fromEntries(asked.map((field) => [field.name, typeOf(field.type)])) });
