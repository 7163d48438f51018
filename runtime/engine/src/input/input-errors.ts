/** What is wrong with the form of what was sent, each error at its field's line; told together with what is missing. */
import { type Entity, type Field, isStored, type Product, sourceLocation } from "@nonet/model";
import type { FieldError } from "../contract/outcome.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { label } from "./field-label.ts";
import type { Read } from "./parse-values.ts";
import { plainOf } from "./rich-text.ts";

/** The refusal, or null where the form is right. Bounds that are plain numbers are judged here, in words, before the table's own check. */
export function formRefusal(product: Product, fields: readonly Field[], read: Read, created: Entity | null): ReturnType<typeof refuse> | null {
  const located = formErrors(product, fields, read, created);
  return located.length === 0 ? null : refuse(located.some((e) => e.code === "unknown-field") ? "malformed" : "invalid", ...located);
}

/** The errors by their fields' keys; `given`: a required field that is filled in from elsewhere (a part's whole). */
export function formErrors(product: Product, fields: readonly Field[], read: Read, created: Entity | null, given: string | null = null): FieldError[] {
  const errors = [...read.errors, ...fields.flatMap((f) => outOfBounds(f, read.values[f.name]))];
  if (errors.length === 0) return [];
  const told = new Set(errors.map((e) => e.field));
  if (created)
    for (const field of missing(created, read))
      if (!told.has(field.key) && field.name !== given) errors.push(problem("required", `${label(field)} is required.`, { field: field.key }));
  return errors.map((e) => (e.line === null ? { ...e, ...sourceLocation(product, fields.find((f) => f.key === e.field)?.source ?? null) } : e));
}

/** What the product itself makes up. */
export const isKept = (field: Field): boolean => ["sequence", "random text", "secret key", "secret link"].includes(field.type.kind);

const missing = (entity: Entity, read: Read): readonly Field[] =>
  entity.fields.filter((f) => f.required === true && isStored(f) && !isKept(f) && f.default === null && (read.values[f.name] ?? null) === null);

/** Bounds that stand in the document as plain numbers, and a rich text as it reads. */
export function outOfBounds(field: Field, value: unknown): readonly FieldError[] {
  if (typeof value !== "string") return [];
  const isText = field.type.kind === "text" || field.type.kind === "formatted";
  if (!isText && !["integer", "number", "money", "percent"].includes(field.type.kind)) return [];
  const size = isText ? [...(field.type.kind === "text" && field.type.form === "rich" ? plainOf(value) : value)].length : Number(value);
  const least = bound(field.atLeast);
  const most = bound(field.atMost);
  const said = least !== null && size < Number(least) ? `at least ${least}` : most !== null && size > Number(most) ? `at most ${most}` : null;
  return said === null ? [] : [problem("invalid-value", `${label(field)} must be ${said}${isText ? " characters long" : ""}.`, { field: field.key })];
}

/** A bound that is a plain number; others need the database to judge. */
const bound = (expression: Field["atLeast"]): string | null =>
  expression?.kind === "literal" && typeof expression.value === "string" && Number.isFinite(Number(expression.value)) ? expression.value : null;

/** The errors as the document has the fields, those at none of them first; `at`: what stands before a field's key. */
export function inOrder(errors: readonly FieldError[], fields: readonly Field[], at = ""): FieldError[] {
  const place = ({ field }: FieldError): number => fields.findIndex((f) => field === `${at}${f.key}` || field?.startsWith(`${at}${f.key}/`));
  return [...errors].sort((a, b) => place(a) - place(b));
}
