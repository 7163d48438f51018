/** Default 46: what is archived isn't changed any more, by people, effects or the clock. */
import { type Entity, entityOf, sourceLocation } from "@nonet/model";
import { readAsSystem, type ChangeContext } from "../change/change-context.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { wholeOf } from "./locked-while.ts";

/** Stops a change of an archived record, or of a part of one. */
export async function refuseArchived(work: ChangeContext, entityName: string, id: string): Promise<void> {
  const entity = entityOf(work.product, entityName);
  const archived = entity ? await archivedOf(work, entity, id) : null;
  if (archived) stop(refuse("conflict", problem("archived", `This ${archived.name} is archived and stays as it is.`, sourceLocation(work.product, archived.deleting.source))));
}

export async function isArchived(work: ChangeContext, entityName: string, id: string): Promise<boolean> {
  const entity = entityOf(work.product, entityName);
  return entity !== undefined && (await archivedOf(work, entity, id)) !== null;
}

/** The entity that says so: the record's own, or that of a whole it is a part of. */
async function archivedOf(work: ChangeContext, entity: Entity, id: string): Promise<Entity | null> {
  if (entity.deleting.allowed === "archives" && (await stands(work, entity, id))) return entity;
  const owner = ownerOf(work, entity);
  if (!owner || !archives(work, owner)) return null;
  const wholeId = await wholeOf(work, entity, id);
  return wholeId === null ? null : archivedOf(work, owner, wholeId);
}

/** What this change itself has archived counts too. */
async function stands(work: ChangeContext, entity: Entity, id: string): Promise<boolean> {
  const touched = work.touched.get(id);
  if (touched?.kind === "deleted") return true;
  const row = touched ? touched.before : await readAsSystem(work, entity.name, id);
  return (row?.["archivedAt"] ?? null) !== null;
}

const ownerOf = (work: ChangeContext, entity: Entity): Entity | undefined => (entity.partOf ? entityOf(work.product, entity.partOf.entity) : undefined);

/** Whether it or any whole above it can be archived, so that others aren't asked about. */
function archives(work: ChangeContext, entity: Entity): boolean {
  const owner = ownerOf(work, entity);
  return entity.deleting.allowed === "archives" || (owner !== undefined && archives(work, owner));
}
