import { mayEver } from "@nonet/database";
import type { Entity } from "@nonet/model";
import { parseActionInput } from "../actions/action-input.ts";
import { chooseCreation } from "../actions/creation-row.ts";
import type { ChangeContext } from "../change/change-context.ts";
import type { Values } from "../contract/actor.ts";
import { createByRow } from "../effects/create-by-row.ts";
import { withRequiredDefaults } from "../input/changed-values.ts";
import { formRefusal } from "../input/input-errors.ts";
import { readValues } from "../input/parse-values.ts";
import { partLists } from "../input/parts.ts";
import { insertRecord } from "../records/insert-record.ts";
import { lockOfWhole } from "../records/locked-while.ts";
import { resolveReferences } from "../records/resolve-references.ts";
import { fieldsPermitted, refuseUnwritable } from "../records/write-permission.ts";
import { withArticle } from "../refusals/article.ts";
import { grantLocation } from "../refusals/granting-line.ts";
import { notPermitted, notSignedIn, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { permitted } from "./permission.ts";
import { saveParts } from "./save-parts.ts";

export async function createRecord(context: ChangeContext, entity: Entity, sent: Values, actionName: string | null): Promise<string> {
  if (context.actor.kind !== "system" && !mayEver(context.product, context.reader, entity.name, "create"))
    stop(context.actor.kind === "anyone" ? notSignedIn() : notPermitted(`You may not create ${withArticle(entity.name)}.`, grantLocation(context.product, entity.name, "create")));
  const { entries, asking, own, asked } = chooseCreation(context, entity.name, sent, actionName);
  const lists = partLists(entity, context.product.entities);
  const read = readValues(
    entity.fields,
    own,
    lists.map((l) => l.key),
  );
  const wrong = formRefusal(context.product, entity.fields, read, entity);
  if (wrong) stop(wrong);
  const values = withRequiredDefaults(entity, read.values);
  refuseUnwritable(context, entity, values, null);
  // Asked before it is made: what locks its whole by its making doesn't bind it.
  const locked = entity.partOf ? await lockOfWhole(context, entity, await resolveWhole(context, entity, values)) : null;
  const touched = await insertRecord(context, entity, values, "create", entries[0]?.to ?? undefined, true);
  if (asking) await parseActionInput(context, entity.name, asking, touched, asked, true);
  await saveParts(context, entity, touched.id, read.parts, null);
  if (context.actor.kind !== "system") {
    await permitted(context, entity, touched.id, "create");
    await fieldsPermitted(context, entity, touched.id, [...Object.keys(values), ...lists.filter((l) => l.key in read.parts).map((l) => l.list)], "create");
  }
  if (locked) stop(refuse("conflict", locked));
  if (entries.length > 0) await createByRow(context, entity, touched, entries, "person");
  return touched.id;
}

/** The whole that was sent for a part, put in the place of how it was named. */
async function resolveWhole(context: ChangeContext, part: Entity, values: Record<string, unknown>): Promise<string | null> {
  const back = part.partOf!.field;
  if ((values[back] ?? null) === null) return null;
  const found = (await resolveReferences(context, { ...part, fields: part.fields.filter((f) => f.name === back) }, values, true))[back] ?? null;
  values[back] = found;
  return found as string | null;
}
