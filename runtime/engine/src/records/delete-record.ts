/**
 * Deletes a record where the document allows it. Its parts are deleted with it; records that refer to it are emptied, deleted
 * too, or forbid it, as their fields say. An entity that archives keeps the record and takes it out of every list.
 */
import { archiveQuery, deleteQuery, guardQuery, partsQuery, referencesTo, referringQuery, unlinkQuery, system, updateQueries } from "@nonet/database";
import { conditionWords, type Entity, entityOf, type Field, sourceLocation } from "@nonet/model";
import { type ChangeContext, variablesOf } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import { stopChange } from "../change/report.ts";
import { mayReadField } from "../change/visible-field.ts";
import { withArticle, withCapitalArticle } from "../refusals/article.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { checkBeforeDeletion } from "../rules/check-rules.ts";
import { refuseLastOwner } from "./last-owner.ts";
import { say } from "@nonet/texts";
import { midSentence } from "@nonet/texts";

export async function deleteRecord(context: ChangeContext, entityName: string, id: string): Promise<void> {
  const entity = entityNamed(context, entityName);
  if (isDeleted(context, id)) return;
  const record = await lockForWrite(context, entityName, id, "delete");
  await refuseUndeletable(context, entity, id);
  if (entityName === "User") await refuseLastOwner(context, id);
  if (entity.deleting.allowed !== "archives") return remove(context, entity, id);
  await checkBeforeDeletion(context, id);
  context.changed.set(id, { ...record, kind: "deleted" });
  await context.connection.rows(archiveQuery(context.product, entityName, id));
}

/** A part is deleted with its owner, whatever its own entity says about deleting. */
async function deletePart(context: ChangeContext, entity: Entity, id: string): Promise<void> {
  if (isDeleted(context, id)) return;
  await lockForWrite(context, entity.name, id, "delete");
  await remove(context, entity, id);
}

/** What the document says about deleting, before it is known what refers to the record. */
export async function refuseUndeletable(context: ChangeContext, entity: Entity, id: string): Promise<void> {
  const { allowed, notWhile, onlyWhile, source } = entity.deleting;
  const name = withCapitalArticle(entity.name);
  if (allowed === "never") stopChange(context, refuse("conflict", problem("not-deletable", say("name-cant-be-deleted", { name }), sourceLocation(context.product, source))));
  const condition = notWhile ?? onlyWhile;
  if (!condition) return;
  const row = await context.connection.row(guardQuery(context.product, entity.name, id, condition.expression, variablesOf(context, context.changed.get(id))));
  // A condition that is null doesn't hold.
  if ((row?.["holds"] === true) === (condition === onlyWhile)) return;
  const words = conditionWords(context.product, condition);
  const detail = notWhile ? say("name-cant-be-deleted-while-notwhile", { name, notWhile: words }) : say("name-can-be-deleted-only-while", { name, onlyWhile: words });
  stopChange(context, refuse("conflict", problem("not-deletable", detail, sourceLocation(context.product, condition.source))));
}

async function remove(context: ChangeContext, entity: Entity, id: string): Promise<void> {
  await checkBeforeDeletion(context, id);
  // Marked first, so that records that delete each other come to an end.
  context.changed.set(id, { ...context.changed.get(id)!, kind: "deleted" });
  for (const part of context.product.entities.filter((e) => e.partOf?.entity === entity.name))
    for (const row of await context.connection.rows(partsQuery(context.product, part, id))) await deletePart(context, part, row["id"] as string);
  for (const { entity: other, field } of referencesTo(context.product, entity.name))
    for (const row of await context.connection.rows(referringQuery(other, field, id))) {
      const from = row["id"] as string;
      if (from !== id && !isDeleted(context, from)) await releaseReference(context, { entity, id }, { entity: other, field, id: from });
    }
  if (entity.comments) await context.connection.rows(system.removeCommentsOf(id));
  await context.connection.rows(deleteQuery(context.product, entity.name, id));
}

interface RecordRef {
  readonly entity: Entity;
  readonly id: string;
}

async function releaseReference(context: ChangeContext, to: RecordRef, from: RecordRef & { readonly field: Field }): Promise<void> {
  const { entity, field } = from;
  // An archived record would refer to one that doesn't exist any more, so it is deleted (default 46).
  if (field.whenDeleted === "delete too") return entity.deleting.allowed === "archives" ? deletePart(context, entity, from.id) : deleteRecord(context, entity.name, from.id);
  if (field.whenDeleted !== "empty it") return refuseInUse(context, to.entity, from);
  await lockForWrite(context, entity.name, from.id, `${to.entity.name} deleted`);
  if (field.type.kind === "references") await context.connection.all([unlinkQuery(entity, field, from.id, to.id), ...updateQueries(context.product, entity.name, from.id, {})]);
  else await context.connection.all(updateQueries(context.product, entity.name, from.id, { [field.name]: null }));
}

/** Discloses what refers to the record only to an actor who may read it there. */
async function refuseInUse(context: ChangeContext, entity: Entity, from: RecordRef & { readonly field: Field }): Promise<never> {
  const visible = await mayReadField(context, from.entity.name, from.id, from.field.key);
  const detail = say("this-entity-is-still-in-use-value", { entity: midSentence(entity.name), value: visible ? ` by ${withArticle(from.entity.name)}` : "" });
  return stopChange(context, refuse("conflict", problem("still-in-use", detail, visible ? sourceLocation(context.product, from.field.source) : {})));
}

const isDeleted = (context: ChangeContext, id: string): boolean => context.changed.get(id)?.kind === "deleted";

function entityNamed(context: ChangeContext, name: string): Entity {
  const entity = entityOf(context.product, name);
  if (!entity) throw new Error("The checker lets only known entities through.");
  return entity;
}
