/** Reads what a person or client sent for a record's fields: known names only, each in its type's form. */
import { type Field, readFormatted } from "@nonet/model";
import { nearest } from "@nonet/source";
import type { Values } from "../contract/actor.ts";
import type { FieldError } from "../contract/outcome.ts";
import { problem } from "../refusals/refusal.ts";
import { label } from "./field-label.ts";
import { isDate, isId } from "./formats.ts";
import { cleanHtml } from "./rich-text.ts";

/** Values by field name, checked in form; references still as they were written. `parts` are lists under a part's list key. */
export interface Read {
  readonly values: Readonly<Record<string, unknown>>;
  readonly parts: Readonly<Record<string, readonly Values[]>>;
  readonly errors: readonly FieldError[];
}

const ignored = new Set(["id", "version", "createdAt", "createdBy", "updatedAt"]);

/** `lists` are the list keys of the entity's parts. */
export function readValues(fields: readonly Field[], sent: Values, lists: readonly string[] = []): Read {
  const values: Record<string, unknown> = {};
  const parts: Record<string, readonly Values[]> = {};
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(sent)) {
    if (ignored.has(key)) continue;
    if (lists.includes(key)) {
      if (Array.isArray(value) && value.every((v) => v !== null && typeof v === "object" && !Array.isArray(v))) parts[key] = value as Values[];
      else errors.push(problem("invalid-value", "A list of objects is needed here.", { field: key }));
      continue;
    }
    const field = fields.find((f) => f.key === key || f.name === key);
    if (!field) {
      const near = nearest(key, [...fields.map((f) => f.key), ...lists]);
      errors.push(problem("unknown-field", `There is no field ${key} here${near ? `; did you mean ${near}?` : "."}`, { field: key }));
      continue;
    }
    const read = value === "" || value === undefined ? { value: null } : value === null ? { value: null } : readValue(field, value);
    if ("wrong" in read) errors.push(problem("invalid-value", `${label(field)} ${read.wrong}`, { field: field.key }));
    else values[field.name] = read.value;
  }
  return { values, parts, errors };
}

type One = { readonly value: unknown } | { readonly wrong: string };
const wrong = (text: string): One => ({ wrong: text });
const decimal = /^-?(\d{1,30})(\.\d{1,30})?$/;

export function readValue(field: Field, value: unknown): One {
  const type = field.type;
  switch (type.kind) {
    case "text":
      return type.form === "rich" ? rich(value) : text(value, type.form === "plain" ? 200 : 20_000, field.atMost !== null);
    case "number":
    case "money":
    case "percent":
      return (typeof value === "number" && Number.isFinite(value)) || typeof value === "string"
        ? decimal.test(String(value).trim())
          ? { value: String(value).trim() }
          : wrong(/^-?\d+(\.\d+)?$/.test(String(value).trim()) ? "must have at most 30 digits before the point, and 30 behind it." : "must be a number such as 12.50.")
        : wrong("must be a number such as 12.50.");
    case "integer":
      return /^-?\d{1,15}$/.test(String(value).trim()) && typeof value !== "boolean"
        ? { value: String(value).trim() }
        : wrong(/^-?\d+$/.test(String(value).trim()) ? "must be a whole number of at most 15 digits." : "must be a whole number.");
    case "yes/no":
      return value === true || value === "true" || value === "yes"
        ? { value: true }
        : value === false || value === "false" || value === "no"
          ? { value: false }
          : wrong("must be yes or no.");
    case "date":
      return typeof value === "string" && isDate(value) ? { value } : wrong("must be a date such as 2026-03-01.");
    case "time":
      return typeof value === "string" && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value) ? { value } : wrong("must be a time such as 08:30.");
    case "date and time":
      return typeof value === "string" &&
        /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) &&
        isDate(value.slice(0, 10)) &&
        !Number.isNaN(Date.parse(value)) &&
        /(Z|[+-]\d\d:\d\d)$/.test(value) &&
        // An offset may carry it out of the years that are kept.
        /^(?!0000)\d{4}-/.test(new Date(value).toISOString())
        ? { value: new Date(value).toISOString() }
        : wrong("must be an instant such as 2026-03-01T07:30:00Z.");
    case "duration":
      return typeof value === "string" && /^-?P(?=.)(\d{1,6}W)?(\d{1,7}D)?(T(?=.)(\d{1,7}H)?(\d{1,7}M)?(\d{1,9}S)?)?$/.test(value)
        ? { value }
        : wrong("must be a duration such as P3D or PT2H.");
    case "one of":
      return typeof value === "string" && type.choices.includes(value) ? { value } : wrong(`must be one of ${type.choices.join(", ")}.`);
    case "any of":
      return Array.isArray(value) && value.every((v) => type.choices.includes(v))
        ? { value: type.choices.filter((c) => value.includes(c)) }
        : wrong(`must be a list of ${type.choices.join(", ")}.`);
    case "texts":
      return texts(value);
    case "reference":
      return reference(false, value);
    case "file":
      return files(type.many, value);
    case "references":
      return reference(true, value);
    case "formatted":
      return readFormatted(type.format, value);
    case "inverse":
    case "sequence":
    case "random text":
    case "secret key":
    case "secret link":
      return wrong("is set by the product and can't be written.");
  }
}

/** Made safe before anything else sees it. */
function rich(value: unknown): One {
  const read = text(value, 40_000, false);
  if ("wrong" in read) return read;
  const clean = cleanHtml(value as string);
  return [...clean].length > 40_000 ? wrong("is too long.") : { value: clean === "" ? null : clean };
}

function texts(value: unknown): One {
  if (!Array.isArray(value) || !value.every((v): v is string => typeof v === "string")) return wrong("must be a list of texts.");
  const items = value.map((v) => v.trim()).filter((v) => v !== "");
  if (items.some((v) => v.includes("\u0000"))) return wrong("has a character that can't be kept.");
  return items.some((v) => [...v].length > 200) ? wrong("has texts of at most 200 characters.") : items.length > 1000 ? wrong("has at most 1,000 texts.") : { value: items };
}

function text(value: unknown, most: number, bounded: boolean): One {
  if (typeof value !== "string") return wrong("must be text.");
  if (value.includes("\u0000")) return wrong("has a character that can't be kept.");
  if (!bounded && [...value].length > most) return wrong(`has at most ${most.toLocaleString("en")} characters.`);
  return { value };
}

/** By their ids: nothing else tells files apart. */
function files(many: boolean, value: unknown): One {
  const read = reference(many, value);
  if ("wrong" in read) return many && !Array.isArray(value) ? read : wrong('must be an id, or {"id": …}, of a file that was uploaded.');
  return [read.value].flat().every(isId) ? read : wrong('must be an id, or {"id": …}, of a file that was uploaded.');
}

function reference(many: boolean, value: unknown): One {
  if (many) {
    if (!Array.isArray(value)) return wrong("must be a list.");
    const items = value.map((v) => reference(false, v));
    return items.find((i) => "wrong" in i) ?? { value: items.map((i) => (i as { value: unknown }).value) };
  }
  if (isId(value)) return { value };
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    const entries = Object.entries(value);
    if ("id" in value) return isId(value.id) ? { value: value.id } : wrong("must be an id.");
    if (entries.length === 1 && typeof entries[0]![1] === "string") return { value: { find: entries[0]![0], value: entries[0]![1] } };
  }
  return wrong('must be an id, {"id": …}, or an object with a unique field.');
}
