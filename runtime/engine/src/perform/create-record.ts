import { mayEver } from "@nonet/database";
import type { Entity } from "@nonet/model";
import { readAsked } from "../actions/action-input.ts";
import { entranceOf } from "../actions/creation-row.ts";
import type { ChangeContext } from "../change/change-context.ts";
import type { Values } from "../contract/actor.ts";
import { enterBy } from "../effects/create-by-row.ts";
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

export async function createRecord(work: ChangeContext, entity: Entity, sent: Values, actionName: string | null): Promise<string> {
  if (work.actor.kind !== "system" && !mayEver(work.product, work.reader, entity.name, "create"))
    stop(work.actor.kind === "anyone" ? notSignedIn() : notPermitted(`You may not create ${withArticle(entity.name)}.`, grantLocation(work.product, entity.name, "create")));
  const { entries, asking, own, asked } = entranceOf(work, entity.name, sent, actionName);
  const lists = partLists(entity, work.product.entities);
  const read = readValues(
    entity.fields,
    own,
    lists.map((l) => l.key),
  );
  const wrong = formRefusal(work.product, entity.fields, read, entity);
  if (wrong) stop(wrong);
  const values = withRequiredDefaults(entity, read.values);
  refuseUnwritable(work, entity, values, null);
  // Asked before it is made: what locks its whole by its making doesn't bind it.
  const locked = entity.partOf ? await lockOfWhole(work, entity, await resolveWhole(work, entity, values)) : null;
  const touched = await insertRecord(work, entity, values, "create", entries[0]?.to ?? undefined, true);
  if (asking) await readAsked(work, entity.name, asking, touched, asked, true);
  await saveParts(work, entity, touched.id, read.parts, null);
  if (work.actor.kind !== "system") {
    await permitted(work, entity, touched.id, "create");
    await fieldsPermitted(work, entity, touched.id, [...Object.keys(values), ...lists.filter((l) => l.key in read.parts).map((l) => l.list)], "create");
  }
  if (locked) stop(refuse("conflict", locked));
  if (entries.length > 0) await enterBy(work, entity, touched, entries, "person");
  return touched.id;
}

/** The whole that was sent for a part, put in the place of how it was named. */
async function resolveWhole(work: ChangeContext, part: Entity, values: Record<string, unknown>): Promise<string | null> {
  const back = part.partOf!.field;
  if ((values[back] ?? null) === null) return null;
  const found = (await resolveReferences(work, { ...part, fields: part.fields.filter((f) => f.name === back) }, values, true))[back] ?? null;
  values[back] = found;
  return found as string | null;
}
