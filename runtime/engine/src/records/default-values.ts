/** The defaults of a new record. */
import { ownDefaultQuery, readsOwnRecord, valuesQuery } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type Entity, referenceId } from "@nonet/model";
import { personOf } from "../change/actor-reader.ts";
import { type ChangeContext, variablesOf } from "../change/change-context.ts";
import type { FieldValues } from "../input/field-values.ts";

/** By field name, for the fields that weren't given; evaluated by PostgreSQL before the record exists. */
export async function defaultsOf(context: ChangeContext, entity: Entity, given: FieldValues): Promise<Record<string, unknown>> {
  const all = entity.fields.filter((f) => f.default !== null && !given.has(f) && !readsOwnRecord(f));
  const known: Record<string, unknown> = {};
  for (const f of all) if (isKnown(f.default!)) known[f.name] = f.default!.kind === "literal" ? literalJson(f.default!) : personOf(context.actor);
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

/** The actor and literals of the document need no query. */
const isKnown = (e: Expression): boolean => (e.kind === "variable" && e.name === "me") || (e.kind === "literal" && literalJson(e) !== undefined);

/** As PostgreSQL would return it; undefined for a literal that has to be evaluated. */
function literalJson({ type, value }: Expression & { kind: "literal" }): unknown {
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
