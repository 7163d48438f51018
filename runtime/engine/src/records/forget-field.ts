/** `forget F`: empties the field, and removes its values from the history of the record and of the owners that show it. */
import { revealingKeys, forgetFieldQuery, updateQueries, formerOwnersQuery, system } from "@nonet/database";
import { type Entity, entityOf } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import type { Row } from "../connection/contract.ts";
import { refuseArchived } from "./archived.ts";
import { forgetInMessages, shownTexts } from "./forget-in-messages.ts";

export async function forget(context: ChangeContext, entityName: string, id: string, action: string, name: string): Promise<void> {
  const entity = entityOf(context.product, entityName);
  if (!entity) throw new Error("The checker lets only known entities through.");
  await lockForWrite(context, entityName, id, action);
  await refuseArchived(context, entityName, id);
  const keys = revealingKeys(context.product, entity, name);
  const texts = await shownTexts(context, entity, id, keys);
  await context.connection.all(updateQueries(context.product, entityName, id, { [name]: null }));
  const owners = await ownersOf(context, entity, id);
  await context.connection.rows(forgetFieldQuery(entity, id, keys, owners));
  await context.connection.rows(system.forgetAnswers([id, ...owners]));
  await forgetInMessages(context, [id, ...owners], texts);
  context.forgotten.set(id, new Set([...(context.forgotten.get(id) ?? []), ...keys]));
}

/** The owners that show the part, now or in the past, and their owners. */
async function ownersOf(context: ChangeContext, entity: Entity, id: string): Promise<readonly string[]> {
  const found: string[] = [];
  let parts: readonly string[] = [id];
  for (let part: Entity | undefined = entity; part?.partOf && parts.length > 0; part = entityOf(context.product, part.partOf.entity)) {
    parts = (await context.connection.rows(formerOwnersQuery(part, part.partOf.field, parts))).map((row) => String(row["id"]));
    found.push(...parts);
  }
  return found;
}

/** A record as the history stores it: without what this change has forgotten of it and of its parts. */
export function withoutForgotten(context: ChangeContext, id: string, row: Row | null): Row | null {
  if (row === null || context.forgotten.size === 0) return row;
  const forgotten = context.forgotten.get(id);
  const part = (item: unknown): unknown =>
    typeof item === "object" && item !== null && "id" in item && typeof item.id === "string" ? withoutForgotten(context, item.id, item) : item;
  return Object.fromEntries(Object.entries(row).flatMap(([key, value]) => (forgotten?.has(key) ? [] : [[key, Array.isArray(value) ? value.map(part) : value]])));
}
