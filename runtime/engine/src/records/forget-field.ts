/** `forget F`: empties the field, and takes what it was out of the past of its record and of the wholes that list it. */
import { revealingKeys, forgetFieldQuery, updateQueries, formerOwnersQuery } from "@nonet/database";
import { type Entity, entityOf } from "@nonet/model";
import { lockForWrite, type ChangeContext } from "../change/change-context.ts";
import type { Row } from "../connection/contract.ts";
import { refuseArchived } from "./archived.ts";

export async function forget(work: ChangeContext, entityName: string, id: string, action: string, name: string): Promise<void> {
  const entity = entityOf(work.product, entityName);
  if (!entity) throw new Error("The checker lets only known entities through here.");
  await lockForWrite(work, entityName, id, action);
  await refuseArchived(work, entityName, id);
  await work.connection.all(updateQueries(work.product, entityName, id, { [name]: null }));
  const keys = revealingKeys(work.product, entity, name);
  await work.connection.rows(forgetFieldQuery(entity, id, keys, await wholesOf(work, entity, id)));
  work.forgotten.set(id, new Set([...(work.forgotten.get(id) ?? []), ...keys]));
}

/** Those that list it, and those that list these, now or once. */
async function wholesOf(work: ChangeContext, entity: Entity, id: string): Promise<readonly string[]> {
  const found: string[] = [];
  let parts: readonly string[] = [id];
  for (let part: Entity | undefined = entity; part?.partOf && parts.length > 0; part = entityOf(work.product, part.partOf.entity)) {
    parts = (await work.connection.rows(formerOwnersQuery(part, part.partOf.field, parts))).map((row) => String(row["id"]));
    found.push(...parts);
  }
  return found;
}

/** A record as the history is to keep it: without what this change has forgotten of it and of its parts. */
export function remembered(work: ChangeContext, id: string, row: Row | null): Row | null {
  if (row === null || work.forgotten.size === 0) return row;
  const forgotten = work.forgotten.get(id);
  const part = (item: unknown): unknown => (typeof item === "object" && item !== null && "id" in item && typeof item.id === "string" ? remembered(work, item.id, item) : item);
  return Object.fromEntries(Object.entries(row).flatMap(([key, value]) => (forgotten?.has(key) ? [] : [[key, Array.isArray(value) ? value.map(part) : value]])));
}
