/** Default 46: what is archived isn't changed any more, by people, effects or the clock. */
import { type Entity, entityOf, sourceLocation } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { wholeOf } from "./locked-while.ts";

/** Stops a change of an archived record, or of a part of one. */
export async function refuseArchived(context: ChangeContext, entityName: string, id: string): Promise<void> {
  const entity = entityOf(context.product, entityName);
  const archived = entity ? await archivedOf(context, entity, id) : null;
  if (archived) stop(refuse("conflict", problem("archived", `This ${archived.name} is archived and stays as it is.`, sourceLocation(context.product, archived.deleting.source))));
}

export async function isArchived(context: ChangeContext, entityName: string, id: string): Promise<boolean> {
  const entity = entityOf(context.product, entityName);
  return entity !== undefined && (await archivedOf(context, entity, id)) !== null;
}

/** The entity that says so: the record's own, or that of a whole it is a part of. */
async function archivedOf(context: ChangeContext, entity: Entity, id: string): Promise<Entity | null> {
  if (entity.deleting.allowed === "archives" && (await stands(context, entity, id))) return entity;
  const owner = ownerOf(context, entity);
  if (!owner || !archives(context, owner)) return null;
  const wholeId = await wholeOf(context, entity, id);
  return wholeId === null ? null : archivedOf(context, owner, wholeId);
}

/** What this change itself has archived counts too. */
async function stands(context: ChangeContext, entity: Entity, id: string): Promise<boolean> {
  const touched = context.changed.get(id);
  if (touched?.kind === "deleted") return true;
  const row = touched ? touched.before : await readAsSystem(context, entity.name, id);
  return (row?.["archivedAt"] ?? null) !== null;
}

const ownerOf = (context: ChangeContext, entity: Entity): Entity | undefined => (entity.partOf ? entityOf(context.product, entity.partOf.entity) : undefined);

/** Whether it or any whole above it can be archived, so that others aren't asked about. */
function archives(context: ChangeContext, entity: Entity): boolean {
  const owner = ownerOf(context, entity);
  return entity.deleting.allowed === "archives" || (owner !== undefined && archives(context, owner));
}
