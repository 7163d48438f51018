import { updateQueries } from "@nonet/database";
import type { Entity } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import { noteSecrets } from "../change/secret-changes.ts";
import { sendAll, writeFields } from "../change/write-fields.ts";
import type { Values } from "../contract/actor.ts";
import { differs } from "../input/changed-values.ts";
import { formRefusal } from "../input/input-errors.ts";
import { readValues } from "../input/parse-values.ts";
import { partLists } from "../input/parts.ts";
import { notLocked } from "../records/locked-while.ts";
import { resolveReferences } from "../records/resolve-references.ts";
import { fieldsPermitted, refuseReadOnlyWhen, refuseUnwritable } from "../records/write-permission.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { permitted } from "./permission.ts";
import { saveParts } from "./save-parts.ts";

export async function updateRecord(context: ChangeContext, entity: Entity, id: string, sent: Values): Promise<void> {
  const lists = partLists(entity, context.product.entities);
  if ("state" in sent) stop(refuse("conflict", problem("state-by-action", "A state changes by its actions, not by writing it.", { field: "state" })));
  const read = readValues(
    entity.fields,
    sent,
    lists.map((l) => l.key),
  );
  const wrong = formRefusal(context.product, entity.fields, read, null);
  if (wrong) stop(wrong);
  const touched = await lockForWrite(context, entity.name, id, "update");
  await permitted(context, entity, id, "update");
  const given = Object.fromEntries(Object.entries(read.values).filter(([name, value]) => differs(entity, touched.before, name, value)));
  await notLocked(context, entity, id, touched);
  refuseUnwritable(context, entity, given, touched);
  await refuseReadOnlyWhen(context, entity, given, touched);
  if (context.actor.kind !== "system")
    await fieldsPermitted(context, entity, id, [...Object.keys(given), ...lists.filter((l) => l.key in read.parts).map((l) => l.list)], "update");
  const values = await resolveReferences(context, entity, given, true);
  noteSecrets(touched, entity, values);
  if (Object.keys(values).length > 0) await writeFields(context, entity.name, id, values);
  const saved = await saveParts(context, entity, id, read.parts, touched.before);
  // A new version even where only parts changed: who has read the old one hasn't seen them.
  if (saved && Object.keys(values).length === 0) await sendAll(context, updateQueries(context.product, entity.name, id, {}));
}
