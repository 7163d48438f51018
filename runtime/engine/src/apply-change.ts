/** What a person asks for, with every permission in front of it: create, update, delete, an action. */
import { grantedAlways, grantQuery, mayEver, recordQuery, updateQueries } from "@nonet/database";
import { entityOf, type Entity } from "@nonet/model";
import { refuseArchived } from "./archived.ts";
import { withArticle } from "./article.ts";
import { enterBy, entranceOf } from "./enter-record.ts";
import { deleteRecord } from "./delete-record.ts";
import { formRefusal } from "./form-errors.ts";
import { partLists, readValues } from "./read-values.ts";
import { actionOf } from "./machine-of-action.ts";
import { readAsked } from "./read-asked.ts";
import { runAction } from "./run-action.ts";
import { notFound, notPermitted, notSignedIn, problem, refuse } from "./refusal.ts";
import { grantSaidAt } from "./said-who.ts";
import { insertRecord, resolveReferences } from "./store-record.ts";
import { differs, saveParts, withRequiredDefaults } from "./save-parts.ts";
import { fieldsPermitted, lockOfWhole, notLocked, refuseReadOnlyWhen, refuseUnwritable } from "./writable.ts";
import { sendAll, stop, touch, writeFields, type Work } from "./work.ts";
import type { Change, Values } from "./engine.ts";
import { noteSecrets } from "./secret-changes.ts";

/** Gives the id of the record it was about. */
export async function applyChange(work: Work, change: Change): Promise<string> {
  const entity = entityOf(work.product, change.entity);
  if (!entity) return stop(notFound(change.entity));
  switch (change.kind) {
    case "create":
      return createRecord(work, entity, change.values, change.action ?? null);
    case "update":
      await seen(work, entity, change.id, change.ifVersion);
      await updateRecord(work, entity, change.id, change.values);
      return change.id;
    case "delete":
      await seen(work, entity, change.id, change.ifVersion);
      await permitted(work, entity, change.id, "delete");
      await notLocked(work, entity, change.id, work.touched.get(change.id));
      await deleteRecord(work, entity.name, change.id);
      return change.id;
    case "action":
      await seen(work, entity, change.id, change.ifVersion ?? "any");
      if (!actionOf(work.product, entity.name, change.action)) stop(notFound("Action"));
      await runAction(work, entity.name, change.id, change.action, change.asked, work.actor.kind === "system" ? "system" : "person");
      return change.id;
  }
}

/** What may not be read isn't there; what changed meanwhile is said. */
async function seen(work: Work, entity: Entity, id: string, ifVersion: number | "any"): Promise<void> {
  const visible =
    grantedAlways(work.product, work.reader, entity.name, "read") || (await work.connection.row(recordQuery(work.product, work.reader, entity.name, id, ["id"]))) !== undefined;
  if (!visible) stop(work.actor.kind === "anyone" ? notSignedIn() : notFound(entity.name));
  await touch(work, entity.name, id, "update");
  const touched = work.touched.get(id)!;
  touched.actions.length = 0;
  if (!touched.before) stop(work.actor.kind === "anyone" ? notSignedIn() : notFound(entity.name));
  await refuseArchived(work, entity.name, id);
  const version = Number(touched.before?.["version"]);
  if (ifVersion !== "any" && version !== ifVersion)
    stop(refuse("changed meanwhile", problem("changed-meanwhile", `Somebody changed this ${entity.name} meanwhile; read it again before you change it.`)));
}

async function permitted(work: Work, entity: Entity, id: string, verb: "create" | "update" | "delete"): Promise<void> {
  if (work.actor.kind === "system" || grantedAlways(work.product, work.reader, entity.name, verb)) return;
  const row = await work.connection.row(grantQuery(work.product, work.reader, entity.name, verb, id));
  if (row?.["allowed"] !== true)
    stop(work.actor.kind === "anyone" ? notSignedIn() : notPermitted(`You may not ${verb} this ${entity.name}.`, grantSaidAt(work.product, entity.name, verb)));
}

async function createRecord(work: Work, entity: Entity, sent: Values, actionName: string | null): Promise<string> {
  if (work.actor.kind !== "system" && !mayEver(work.product, work.reader, entity.name, "create"))
    stop(work.actor.kind === "anyone" ? notSignedIn() : notPermitted(`You may not create ${withArticle(entity.name)}.`, grantSaidAt(work.product, entity.name, "create")));
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
async function resolveWhole(work: Work, part: Entity, values: Record<string, unknown>): Promise<string | null> {
  const back = part.partOf!.field;
  if ((values[back] ?? null) === null) return null;
  const found = (await resolveReferences(work, { ...part, fields: part.fields.filter((f) => f.name === back) }, values, true))[back] ?? null;
  values[back] = found;
  return found as string | null;
}

async function updateRecord(work: Work, entity: Entity, id: string, sent: Values): Promise<void> {
  const lists = partLists(entity, work.product.entities);
  if ("state" in sent) stop(refuse("conflict", problem("state-by-action", "A state changes by its actions, not by writing it.", { field: "state" })));
  const read = readValues(
    entity.fields,
    sent,
    lists.map((l) => l.key),
  );
  const wrong = formRefusal(work.product, entity.fields, read, null);
  if (wrong) stop(wrong);
  const touched = await touch(work, entity.name, id, "update");
  await permitted(work, entity, id, "update");
  const given = Object.fromEntries(Object.entries(read.values).filter(([name, value]) => differs(entity, touched.before, name, value)));
  await notLocked(work, entity, id, touched);
  refuseUnwritable(work, entity, given, touched);
  await refuseReadOnlyWhen(work, entity, given, touched);
  if (work.actor.kind !== "system") await fieldsPermitted(work, entity, id, [...Object.keys(given), ...lists.filter((l) => l.key in read.parts).map((l) => l.list)], "update");
  const values = await resolveReferences(work, entity, given, true);
  noteSecrets(touched, entity, values);
  if (Object.keys(values).length > 0) await writeFields(work, entity.name, id, values);
  const saved = await saveParts(work, entity, id, read.parts, touched.before);
  // A new version even where only parts changed: who has read the old one hasn't seen them.
  if (saved && Object.keys(values).length === 0) await sendAll(work, updateQueries(work.product, entity.name, id, {}));
}
