/**
 * Deletes one record, where the document allows it: its parts go with it, and what refers to it is emptied,
 * goes too or forbids it, as its own entity says. An entity that archives keeps the record and takes it out of every list.
 */
import { archiveQuery, deleteQuery, guardQuery, partsQuery, referencesTo, referringQuery, unlinkQuery, updateQueries } from "@nonet/database";
import { conditionWords, type Entity, entityOf, type Field, sourceLocation } from "@nonet/model";
import { type ChangeContext, variablesOf } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import { mayReadField } from "../change/visible-field.ts";
import { withArticle, withCapitalArticle } from "../refusals/article.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { checkBeforeDeletion } from "../rules/check-rules.ts";

export async function deleteRecord(context: ChangeContext, entityName: string, id: string): Promise<void> {
  const entity = known(context, entityName);
  if (context.changed.get(id)?.kind === "deleted") return;
  const touched = await lockForWrite(context, entityName, id, "delete");
  const { allowed, notWhile, source } = entity.deleting;
  if (allowed === "never") stop(refuse("conflict", problem("not-deletable", `${withCapitalArticle(entityName)} can't be deleted.`, sourceLocation(context.product, source))));
  if (notWhile) {
    const row = await context.connection.row(guardQuery(context.product, entityName, id, notWhile.expression, variablesOf(context, touched)));
    if (row?.["holds"] === true)
      stop(
        refuse(
          "conflict",
          problem("not-deletable", `${withCapitalArticle(entityName)} can't be deleted while ${conditionWords(context.product, notWhile)}.`, {
            ...sourceLocation(context.product, notWhile.source),
          }),
        ),
      );
  }
  if (allowed === "archives") {
    await checkBeforeDeletion(context, id);
    context.changed.set(id, { ...touched, kind: "deleted" });
    await context.connection.rows(archiveQuery(context.product, entityName, id));
  } else await remove(context, entity, id);
}

/** A part goes with its whole, whatever its own entity says of deleting. */
export async function deletePart(context: ChangeContext, entityName: string, id: string): Promise<void> {
  if (context.changed.get(id)?.kind === "deleted") return;
  await lockForWrite(context, entityName, id, "delete");
  await remove(context, known(context, entityName), id);
}

async function remove(context: ChangeContext, entity: Entity, id: string): Promise<void> {
  await checkBeforeDeletion(context, id);
  // Marked first: records that delete each other end here.
  context.changed.set(id, { ...context.changed.get(id)!, kind: "deleted" });
  for (const part of context.product.entities.filter((e) => e.partOf?.entity === entity.name)) {
    for (const row of await context.connection.rows(partsQuery(context.product, part, id))) await deletePart(context, part.name, row["id"] as string);
  }
  for (const { entity: other, field } of referencesTo(context.product, entity.name)) {
    for (const row of await context.connection.rows(referringQuery(other, field, id))) {
      const from = row["id"] as string;
      if (from === id || context.changed.get(from)?.kind === "deleted") continue;
      if (field.whenDeleted === "delete too") await deleteToo(context, other, from);
      else if (field.whenDeleted === "empty it") {
        await lockForWrite(context, other.name, from, `${entity.name} deleted`);
        if (field.type.kind === "references") await context.connection.all([unlinkQuery(other, field, from, id), ...updateQueries(context.product, other.name, from, {})]);
        else await context.connection.all(updateQueries(context.product, other.name, from, { [field.name]: null }));
      } else await refuseInUse(context, entity, other, field, from);
    }
  }
  await context.connection.rows(deleteQuery(context.product, entity.name, id));
}

/** Who may not see it there isn't told what refers to the record. */
async function refuseInUse(context: ChangeContext, entity: Entity, other: Entity, field: Field, from: string): Promise<never> {
  const seen = await mayReadField(context, other.name, from, field.key);
  const detail = `This ${entity.name.toLowerCase()} is still in use${seen ? ` by ${withArticle(other.name)}` : ""}.`;
  return stop(refuse("conflict", problem("still-in-use", detail, seen ? sourceLocation(context.product, field.source) : {})));
}

/** One that archives can't stay: it would name what isn't there any more (default 46). */
async function deleteToo(context: ChangeContext, entity: Entity, id: string): Promise<void> {
  if (entity.deleting.allowed === "archives") await deletePart(context, entity.name, id);
  else await deleteRecord(context, entity.name, id);
}

function known(context: ChangeContext, name: string): Entity {
  const entity = entityOf(context.product, name);
  if (!entity) throw new Error("The checker lets only known entities through here.");
  return entity;
}
