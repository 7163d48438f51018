import { fileReadableQuery, findQuery, mayRead, type Reader, system } from "@nonet/database";
import { type Entity, entityOf, type Field } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { isId } from "../input/formats.ts";
import { isReference } from "../input/reference-id.ts";
import { problem } from "../refusals/refusal.ts";
import { withoutRole } from "../rules/reference-role.ts";

/**
 * Replaces `{find, value}` by the id it names; an error where nothing or more than one thing has that value. `sent`: who
 * acts has sent it, and for them only what they may read is there.
 */
export async function resolveReferences(context: ChangeContext, entity: Entity, given: Readonly<Record<string, unknown>>, sent = false): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...given };
  for (const field of entity.fields) {
    const value = given[field.name];
    if (value === undefined || value === null) continue;
    if (field.type.kind === "file") await requireFiles(context, field, value);
    if (field.type.kind !== "reference" && field.type.kind !== "references") continue;
    const many = Array.isArray(value);
    const ids: unknown[] = [];
    for (const one of many ? value : [value]) ids.push(await resolveOne(context, field, field.type.entity, one, sent && context.actor.kind !== "system" ? context.reader : null));
    values[field.name] = many ? [...new Set(ids.filter((id) => id !== null))] : ids[0];
  }
  return values;
}

/** A file given must be one that the giver brought or may read: holding it would let them read it. */
async function requireFiles(context: ChangeContext, field: Field, value: unknown): Promise<void> {
  for (const one of Array.isArray(value) ? value : [value]) {
    const id = String(isReference(one) ? one.id : one);
    const file = isId(id) ? await context.connection.row(system.file(id)) : undefined;
    const allowed = file && (context.actor.kind === "system" || (await context.connection.row(fileReadableQuery(context.product, context.reader, id)))?.["allowed"] === true);
    if (!allowed) context.errors.push(problem("invalid-value", "There is no such file.", { field: field.key }));
    else if (field.type.kind === "file" && field.type.image && !String(file["type"]).startsWith("image/"))
      context.errors.push(problem("invalid-value", "An image is needed here.", { field: field.key }));
  }
}

async function resolveOne(context: ChangeContext, field: Field, target: string, value: unknown, reader: Reader | null): Promise<string | null> {
  const referred = entityOf(context.product, target);
  let query;
  if (value !== null && typeof value === "object" && "find" in value) {
    const by = value as { find: string; value: unknown };
    const known = referred?.fields.find(
      (f) => (f.key === by.find || f.name === by.find) && (f.unique || f.type.kind === "sequence") && (!reader || mayRead(context.product, reader, target, f.name) !== "never"),
    );
    if (!known && by.find !== "shownAs") {
      context.errors.push(problem("invalid-value", `${by.find} isn't a unique field of ${target}; name one that is, or give the id.`, { field: field.key }));
      return null;
    }
    query = findQuery(context.product, target, known?.name ?? null, by.value, reader);
  } else query = findQuery(context.product, target, "id", value, reader);
  const rows = await context.connection.rows(query);
  if (rows.length === 1) {
    const id = rows[0]!["id"] as string;
    const wrong = await withoutRole(context, field, id);
    if (wrong) context.errors.push(wrong);
    return wrong ? null : id;
  }
  context.errors.push(
    problem("invalid-value", rows.length === 0 ? `There is no such ${target.toLowerCase()}.` : `More than one ${target.toLowerCase()} has that value; give the id.`, {
      field: field.key,
    }),
  );
  return null;
}
