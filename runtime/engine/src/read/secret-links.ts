/** Secret links: the record that a link opens, and its screen. */
import { guardQuery, holderQuery } from "@nonet/database";
import type { Entity, Field } from "@nonet/model";
import type { Running } from "../connection/running-product.ts";
import type { OpenedLink } from "../contract/actor.ts";
import { linkPrefix } from "../records/random-values.ts";

/** Null where no record has the token, the record is archived, or the link has ended. */
export async function openLink(running: Running, token: string): Promise<OpenedLink | null> {
  if (!/^[A-Za-z0-9]{16,64}$/.test(token)) return null;
  for (const entity of running.product.entities)
    for (const field of entity.fields) {
      if (field.type.kind !== "secret link") continue;
      const row = await running.database.row(holderQuery(entity, field, linkPrefix + token));
      if (row && (await isOver(running, entity, field, row["id"] as string))) return null;
      if (row) return { link: { entity: entity.name, id: row["id"] as string, screen: field.type.screen }, screen: field.type.screen };
    }
  return null;
}

/** `secret link to SCREEN until …`: it has ended unless the moment is empty. */
async function isOver({ database, product }: Running, entity: Entity, field: Field, id: string): Promise<boolean> {
  // A model of an earlier version may lack the attribute.
  if (!field.endsWhen) return false;
  return (await database.row(guardQuery(product, entity.name, id, field.endsWhen.expression, { me: null })))?.["holds"] === true;
}
