/** The defaults of a new record. */
import { minorUnitsOf, ownDefaultQuery, readsOwnRecord, valuesQuery } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type Entity, type Field, referenceId } from "@nonet/model";
import { personOf } from "../change/actor-reader.ts";
import { type ChangeContext, variablesOf } from "../change/change-context.ts";
import type { FieldValues } from "../input/field-values.ts";

/** By field name, for the fields that weren't given; evaluated by PostgreSQL before the record exists. */
export async function defaultsOf(context: ChangeContext, entity: Entity, given: FieldValues): Promise<Record<string, unknown>> {
  const all = entity.fields.filter((f) => f.default !== null && !given.has(f) && !readsOwnRecord(f));
  const known: Record<string, unknown> = {};
  for (const f of all) {
    const e = f.default!;
    if (e.kind === "variable" && e.name === "me") known[f.name] = personOf(context.actor);
    else if (e.kind === "literal" && literalJson(f, e) !== undefined) known[f.name] = literalJson(f, e);
  }
  const wanted = all.filter((f) => !(f.name in known));
  if (wanted.length === 0) return known;
  const row = await context.connection.row(
    valuesQuery(
      context.product,
      null,
      null,
      wanted.map((f) => ({ name: f.name, expression: f.default! })),
      variablesOf(context, undefined),
    ),
  );
  const values = { ...known, ...(row?.["values"] as Record<string, unknown>) };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, referenceId(value)]));
}

/** As PostgreSQL would return it; undefined for a literal that has to be evaluated. */
function literalJson(field: Field, { type, value }: Expression & { kind: "literal" }): unknown {
  // A whole amount is the same however it is rounded.
  if (field.type.kind === "money" && field.type.currencyField === undefined && typeof value === "string" && /^-?\d{1,15}$/.test(value)) {
    const digits = minorUnitsOf(field.type.currency);
    return digits === 0 ? value : `${value}.${"0".repeat(digits)}`;
  }
  if (type.kind === "boolean" || type.kind === "string") return value;
  return type.kind === "number" && type.integer === true && type.unit === undefined && typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Adds the defaults that read the record itself, each over the values so far, in the document's order. */
export async function addOwnDefaults(context: ChangeContext, entity: Entity, given: FieldValues, values: Record<string, unknown>): Promise<void> {
  for (const field of entity.fields) {
    if (field.default === null || given.has(field) || !readsOwnRecord(field)) continue;
    const row = await context.connection.row(ownDefaultQuery(context.product, entity.name, field, values, variablesOf(context, undefined)));
    const value = (row?.["prefill"] as Record<string, unknown> | undefined)?.[field.name] ?? null;
    values[field.name] = referenceId(value);
  }
}
