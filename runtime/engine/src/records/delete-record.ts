/**
 * Deletes one record, where the document allows it: its parts go with it, and what refers to it is emptied,
 * goes too or forbids it, as its own entity says. An entity that archives keeps the record and takes it out of every list.
 */
import { archiveQuery, deleteQuery, guardQuery, partsQuery, referencesTo, referringQuery, unlinkQuery, updateQueries } from "@nonet/database";
import { conditionWords, type Entity, entityOf, type Field, sourceLocation } from "@nonet/model";
import { lockForWrite, variablesOf, type ChangeContext } from "../change/change-context.ts";
import { mayReadField } from "../change/visible-field.ts";
import { withArticle, withCapitalArticle } from "../refusals/article.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { judgeGoing } from "../rules/check-rules.ts";
import { refuseLastOwner } from "./last-owner.ts";

export async function deleteRecord(work: ChangeContext, entityName: string, id: string): Promise<void> {
  const entity = known(work, entityName);
  if (work.touched.get(id)?.kind === "deleted") return;
  const touched = await lockForWrite(work, entityName, id, "delete");
  if (entityName === "User") await refuseLastOwner(work, id);
  const { allowed, notWhile, source } = entity.deleting;
  if (allowed === "never") stop(refuse("conflict", problem("not-deletable", `${withCapitalArticle(entityName)} can't be deleted.`, sourceLocation(work.product, source))));
  if (notWhile) {
    const row = await work.connection.row(guardQuery(work.product, entityName, id, notWhile.expression, variablesOf(work, touched)));
    if (row?.["holds"] === true)
      stop(
        refuse(
          "conflict",
          problem("not-deletable", `${withCapitalArticle(entityName)} can't be deleted while ${conditionWords(work.product, notWhile)}.`, {
            ...sourceLocation(work.product, notWhile.source),
          }),
        ),
      );
  }
  if (allowed === "archives") {
    await judgeGoing(work, id);
    work.touched.set(id, { ...touched, kind: "deleted" });
    await work.connection.rows(archiveQuery(work.product, entityName, id));
  } else await remove(work, entity, id);
}

/** A part goes with its whole, whatever its own entity says of deleting. */
export async function deletePart(work: ChangeContext, entityName: string, id: string): Promise<void> {
  if (work.touched.get(id)?.kind === "deleted") return;
  await lockForWrite(work, entityName, id, "delete");
  await remove(work, known(work, entityName), id);
}

async function remove(work: ChangeContext, entity: Entity, id: string): Promise<void> {
  await judgeGoing(work, id);
  // Marked first: records that delete each other end here.
  work.touched.set(id, { ...work.touched.get(id)!, kind: "deleted" });
  for (const part of work.product.entities.filter((e) => e.partOf?.entity === entity.name)) {
    for (const row of await work.connection.rows(partsQuery(work.product, part, id))) await deletePart(work, part.name, row["id"] as string);
  }
  for (const { entity: other, field } of referencesTo(work.product, entity.name)) {
    for (const row of await work.connection.rows(referringQuery(other, field, id))) {
      const from = row["id"] as string;
      if (from === id || work.touched.get(from)?.kind === "deleted") continue;
      if (field.whenDeleted === "delete too") await deleteToo(work, other, from);
      else if (field.whenDeleted === "empty it") {
        await lockForWrite(work, other.name, from, `${entity.name} deleted`);
        if (field.type.kind === "references") await work.connection.all([unlinkQuery(other, field, from, id), ...updateQueries(work.product, other.name, from, {})]);
        else await work.connection.all(updateQueries(work.product, other.name, from, { [field.name]: null }));
      } else await refuseInUse(work, entity, other, field, from);
    }
  }
  await work.connection.rows(deleteQuery(work.product, entity.name, id));
}

/** Who may not see it there isn't told what refers to the record. */
async function refuseInUse(work: ChangeContext, entity: Entity, other: Entity, field: Field, from: string): Promise<never> {
  const seen = await mayReadField(work, other.name, from, field.key);
  const detail = `This ${entity.name.toLowerCase()} is still in use${seen ? ` by ${withArticle(other.name)}` : ""}.`;
  return stop(refuse("conflict", problem("still-in-use", detail, seen ? sourceLocation(work.product, field.source) : {})));
}

/** One that archives can't stay: it would name what isn't there any more (default 46). */
async function deleteToo(work: ChangeContext, entity: Entity, id: string): Promise<void> {
  if (entity.deleting.allowed === "archives") await deletePart(work, entity.name, id);
  else await deleteRecord(work, entity.name, id);
}

function known(work: ChangeContext, name: string): Entity {
  const entity = entityOf(work.product, name);
  if (!entity) throw new Error("The checker lets only known entities through here.");
  return entity;
}
