/** Default 46: an archived record isn't changed any more, by people, effects or the clock. */
import { type Entity, entityOf, sourceLocation } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { stopChange } from "../change/report.ts";
import type { FieldError } from "../contract/outcome.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { ownerIdOf } from "./locked-while.ts";
import { say } from "@nonet/texts";

/** Stops a change of an archived record, or of a part of one. */
export async function refuseArchived(context: ChangeContext, entityName: string, id: string): Promise<void> {
  const archived = await archivedProblem(context, entityName, id);
  if (archived) stopChange(context, refuse("conflict", archived));
}

/** Null if the record isn't archived and isn't a part of an archived one. */
export async function archivedProblem(context: ChangeContext, entityName: string, id: string): Promise<FieldError | null> {
  const entity = entityOf(context.product, entityName);
  const archived = entity ? await archivedBy(context, entity, id) : null;
  return archived && problem("archived", say("this-archived-is-archived-and-cant-be", { archived: archived.name }), sourceLocation(context.product, archived.deleting.source));
}

export async function isArchived(context: ChangeContext, entityName: string, id: string): Promise<boolean> {
  const entity = entityOf(context.product, entityName);
  return entity !== undefined && (await archivedBy(context, entity, id)) !== null;
}

/** The entity whose archiving it is: the record's own, or that of an owner above it. */
async function archivedBy(context: ChangeContext, entity: Entity, id: string): Promise<Entity | null> {
  if (entity.deleting.allowed === "archives" && (await hasArchiveDate(context, entity, id))) return entity;
  const owner = ownerEntity(context, entity);
  if (!owner || !canBeArchived(context, owner)) return null;
  const ownerId = await ownerIdOf(context, entity, id);
  return ownerId === null ? null : archivedBy(context, owner, ownerId);
}

/** A record that this change has archived counts too. */
async function hasArchiveDate(context: ChangeContext, entity: Entity, id: string): Promise<boolean> {
  const record = context.changed.get(id);
  if (record?.kind === "deleted") return true;
  const row = record ? record.before : await readAsSystem(context, entity.name, id);
  return (row?.["archivedAt"] ?? null) !== null;
}

const ownerEntity = (context: ChangeContext, entity: Entity): Entity | undefined => (entity.partOf ? entityOf(context.product, entity.partOf.entity) : undefined);

/** Whether the entity or any owner above it archives; else nothing has to be read. */
function canBeArchived(context: ChangeContext, entity: Entity): boolean {
  const owner = ownerEntity(context, entity);
  return entity.deleting.allowed === "archives" || (owner !== undefined && canBeArchived(context, owner));
}
