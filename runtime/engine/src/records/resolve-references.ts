/** Replaces references by a unique field (`{find, value}`) with ids, and checks that the records and files that are referred to exist. */
import { fileReadableQuery, findQuery, mayRead, type Query, type Reader, system } from "@nonet/database";
import { entityOf, type Field, isId, referenceId } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import type { Row } from "../connection/contract.ts";
import type { FieldError } from "../contract/outcome.ts";
import type { FieldValues } from "../input/field-values.ts";
import { problem } from "../refusals/refusal.ts";
import { checkRole } from "../rules/reference-role.ts";

export interface Resolved {
  readonly values: FieldValues;
  readonly errors: readonly FieldError[];
}

/** `by`: the actor has sent the values, and what they may not read doesn't exist for them; an effect (`null`) refers to any record. */
export async function resolveReferences(context: ChangeContext, given: FieldValues, by: "actor" | null): Promise<Resolved> {
  const reader = by === "actor" && context.actor.kind !== "system" ? context.reader : null;
  const values = new Map(given);
  const errors: FieldError[] = [];
  for (const [field, value] of given) {
    if (value === undefined || value === null) continue;
    if (field.type.kind === "file") errors.push(...(await fileErrors(context, field, value)));
    if (field.type.kind !== "reference" && field.type.kind !== "references") continue;
    const ids: string[] = [];
    for (const one of Array.isArray(value) ? value : [value]) {
      const found = await resolveOne(context, { field, target: field.type.entity, reader }, one);
      if (typeof found === "string") ids.push(found);
      else errors.push(found);
    }
    values.set(field, Array.isArray(value) ? [...new Set(ids)] : (ids[0] ?? null));
  }
  return { values, errors };
}

/** A file must be one that the actor uploaded or may read, because readers of the record may read the file. */
async function fileErrors(context: ChangeContext, field: Field, value: unknown): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const one of Array.isArray(value) ? value : [value]) {
    const id = String(referenceId(one));
    const file = isId(id) ? await context.connection.row(system.file(id)) : undefined;
    const allowed = file && (context.actor.kind === "system" || (await context.connection.row(fileReadableQuery(context.product, context.reader, id)))?.["allowed"] === true);
    if (!allowed) errors.push(problem("invalid-value", "There is no such file.", { field: field.key }));
    else if (field.type.kind === "file" && field.type.image && !String(file["type"]).startsWith("image/"))
      errors.push(problem("invalid-value", "Choose an image file.", { field: field.key }));
  }
  return errors;
}

interface Target {
  readonly field: Field;
  readonly target: string;
  readonly reader: Reader | null;
}

async function resolveOne(context: ChangeContext, to: Target, value: unknown): Promise<string | FieldError> {
  const { field, target } = to;
  const query = queryFor(context, to, value);
  if ("code" in query) return query;
  const rows = await found(context, target, query, value);
  if (rows.length === 1) {
    const id = rows[0]!["id"] as string;
    return (await checkRole(context, field, id)) ?? id;
  }
  const name = target.toLowerCase();
  return problem("invalid-value", rows.length === 0 ? `There is no such ${name}.` : `More than one ${name} has this value. Send the id instead.`, { field: field.key });
}

/** A run on values at hand relies on an id that was sent; the statement that it comes to looks the record up. */
async function found(context: ChangeContext, entity: string, query: Query, value: unknown): Promise<readonly Row[]> {
  if (!context.local || typeof value !== "string" || !isId(value)) return context.connection.rows(query);
  const id = value.toLowerCase();
  context.local.references.push({ entity, id, query });
  return [{ id }];
}

function queryFor(context: ChangeContext, { field, target, reader }: Target, value: unknown): Query | FieldError {
  if (value === null || typeof value !== "object" || !("find" in value)) return findQuery(context.product, target, "id", value, reader);
  const by = value as { find: string; value: unknown };
  const unique = entityOf(context.product, target)?.fields.find(
    (f) => (f.key === by.find || f.name === by.find) && (f.unique || f.type.kind === "sequence") && (!reader || mayRead(context.product, reader, target, f.name) !== "never"),
  );
  if (unique || by.find === "shownAs") return findQuery(context.product, target, unique?.name ?? null, by.value, reader);
  return problem("invalid-value", `${by.find} isn't a unique field of ${target}. Name one that is, or send the id.`, { field: field.key });
}
