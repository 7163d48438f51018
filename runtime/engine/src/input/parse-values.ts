/** Parses what was sent for a record's fields: known keys only, each value in its field's type. API, forms, imports and calls all use it. */
import { type Field, fieldByKeyOrName } from "@nonet/model";
import { nearest } from "@nonet/source";
import type { Values } from "../contract/actor.ts";
import type { FieldError } from "../contract/outcome.ts";
import { problem } from "../refusals/refusal.ts";
import { fieldLabel } from "./field-label.ts";
import type { FieldValues } from "./field-values.ts";
import { parseValue } from "./parse-value.ts";
import { say } from "@nonet/texts";

export interface Parsed {
  /** References are still as they were sent. */
  readonly values: FieldValues;
  /** The lists of parts that were sent, by their keys. */
  readonly parts: Readonly<Record<string, readonly Values[]>>;
  readonly errors: readonly FieldError[];
}

/** What a record is read with and may be sent back with; none of it can be set. */
const ignored = new Set(["id", "version", "createdAt", "createdBy", "updatedAt"]);
const maxUnknown = 50;

/** `subject` is what the fields belong to, for messages: an entity, an action; `lists` are the keys of its lists of parts. */
export function parseValues(subject: string, fields: readonly Field[], sent: Values, lists: readonly string[] = []): Parsed {
  const values = new Map<Field, unknown>();
  const parts: Record<string, readonly Values[]> = {};
  const errors: FieldError[] = [];
  const unknown: FieldError[] = [];
  for (const [key, value] of Object.entries(sent)) {
    if (ignored.has(key)) continue;
    if (lists.includes(key)) {
      if (Array.isArray(value) && value.every(isObject)) parts[key] = value;
      else errors.push(problem("invalid-value", say("send-a-list-of-objects-here"), { field: key }));
      continue;
    }
    const field = fieldByKeyOrName(fields, key);
    if (!field) {
      unknown.push(unknownField(subject, key, [...fields.map((f) => f.key), ...lists]));
      continue;
    }
    const parsed = value === "" || value === undefined || value === null ? { value: null } : parseValue(field, value);
    if ("error" in parsed) errors.push(problem("invalid-value", `${fieldLabel(field)} ${parsed.error}`, { field: field.key }));
    else values.set(field, parsed.value);
  }
  return { values, parts, errors: [...errors, ...unknown.slice(0, maxUnknown)] };
}

/** `Loan has no field "notee". Did you mean "note"?`; `path` stands before the key of a nested object. */
export function unknownField(subject: string, sent: string, known: readonly string[], path = ""): FieldError {
  const key = sent.slice(0, 80);
  const near = nearest(key, known);
  return problem("unknown-field", `${say("has-no-field", { subject, key: `${path}${key}` })}${near ? ` ${say("did-you-mean", { near })}` : ""}`, { field: `${path}${key}` });
}

const isObject = (value: unknown): value is Values => value !== null && typeof value === "object" && !Array.isArray(value);
