/** The errors in what was sent, each at its field's line, with the required fields that are missing: reported together. */
import { type Entity, type Field, isGenerated, isStored, type Product, sourceLocation } from "@nonet/model";
import type { FieldError } from "../contract/outcome.ts";
import { refuse } from "../refusals/refusal.ts";
import { violationError } from "./constraint-messages.ts";
import { literalViolations } from "./field-constraints.ts";
import type { Parsed } from "./parse-values.ts";

/** Null where the input is valid, as far as this can be checked without the database. */
export function inputRefusal(product: Product, fields: readonly Field[], parsed: Parsed, created: Entity | null): ReturnType<typeof refuse> | null {
  const errors = inputErrors(product, fields, parsed, created);
  return errors.length === 0 ? null : invalidInput(errors);
}

export const invalidInput = (errors: readonly FieldError[]) => refuse(errors.some((e) => e.code === "unknown-field") ? "malformed" : "invalid", ...errors);

/** `created`: the entity of a new record; `filled`: a required field that is filled in from elsewhere (the owner of a part). */
export function inputErrors(product: Product, fields: readonly Field[], parsed: Parsed, created: Entity | null, filled: Field | null = null): FieldError[] {
  const violations = [...parsed.values].flatMap(([field, value]) => literalViolations(field, value));
  const errors = [...parsed.errors, ...violations.map((violation) => violationError(product, violation))];
  if (errors.length === 0) return [];
  const reported = new Set(errors.map((e) => e.field));
  if (created) for (const field of missing(created, parsed)) if (!reported.has(field.key) && field !== filled) errors.push(violationError(product, { field, kind: "required" }));
  return errors.map((e) => (e.line === null ? { ...e, ...sourceLocation(product, fields.find((f) => f.key === e.field)?.source ?? null) } : e));
}

const missing = (entity: Entity, { values }: Parsed): readonly Field[] =>
  entity.fields.filter((f) => f.required === true && isStored(f) && !isGenerated(f.type) && f.default === null && (values.get(f) ?? null) === null);

/** The errors in the order of the document's fields, those at no field first; `path` stands before a field's key. */
export function inOrder(errors: readonly FieldError[], fields: readonly Field[], path = ""): FieldError[] {
  const position = ({ field }: FieldError): number => fields.findIndex((f) => field === `${path}${f.key}` || field?.startsWith(`${path}${f.key}/`));
  return [...errors].sort((a, b) => position(a) - position(b));
}
