/** Holds what came with an action or a call to what its fields demand, as a record is held to its own. */
import type { Expression } from "@nonet/feel";
import { type Field, sourceLocation } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import type { FieldError } from "../contract/outcome.ts";
import { beyond, type Check, checksOfField, countedHere, hasPattern, isEmpty, isList, requiredHere, unlikePattern, wantedBy } from "../input/field-constraints.ts";
import { fieldLabel } from "../input/field-label.ts";
import { outOfBounds } from "../input/input-errors.ts";
import { problem } from "../refusals/refusal.ts";
import { tooLong } from "./check-fields.ts";

/** Gives each expression's value by its name, where they stand: over the record acted on, or over none. `given` is what came. */
export type Asking = (
  wanted: readonly { readonly name: string; readonly expression: Expression }[],
  given: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

/** `values` by field name, read and resolved. One mistake, one error. */
export async function judgeGiven(context: ChangeContext, fields: readonly Field[], values: Readonly<Record<string, unknown>>, asking: Asking): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const add = (field: Field, code: string, detail: string): void => {
    if (!errors.some((e) => e.field === field.key)) errors.push(problem(code, detail, { field: field.key, ...sourceLocation(context.product, field.source) }));
  };
  for (const field of fields) {
    const value = values[field.name];
    if (field.required === true && isEmpty(value)) add(field, "required", `${fieldLabel(field)} is required.`);
    errors.push(...outOfBounds(field, value).map((e) => ({ ...e, ...sourceLocation(context.product, field.source) })));
    if (!hasPattern(field, value)) add(field, "invalid-value", unlikePattern(field));
  }
  const checks = fields.flatMap(checksOf).filter((c) => (c.kind === "required" ? isEmpty(values[c.field.name]) : isList(c.field) || !isEmpty(values[c.field.name])));
  const counted = new Map(checks.flatMap((c) => countedHere(c, values[c.field.name])));
  const left = checks.filter((c) => !counted.has(c.name));
  const judged = { ...Object.fromEntries(counted), ...(left.length > 0 ? await asking(wantedBy(left), values) : {}) };
  for (const check of checks) {
    if (check.kind === "required" ? judged[check.name] === true : judged[check.name] === false)
      add(check.field, check.kind === "required" ? "required" : "invalid-value", check.kind === "required" ? requiredHere(check.field) : beyond(check, judged));
  }
  for (const long of await tooLong(context, fields, values, (f) => f.name)) if (!errors.some((e) => e.field === long.field)) errors.push(long);
  return errors;
}

const made = new WeakMap<Field, readonly Check[]>();

/** The same expressions each time: statements are remembered by them. */
function checksOf(field: Field): readonly Check[] {
  let checks = made.get(field);
  if (!checks) made.set(field, (checks = checksOfField(field, holder)));
  return checks;
}

const holder = (field: Field): Expression => ({
  kind: "variable",
  name: "given",
  type: { kind: "context", entries: {} },
  nullable: false,
  span: field.source ?? { file: 0, from: 0, to: 0 },
});
