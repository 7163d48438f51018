/** Secret links: the record that a link opens, and its screen. */
import { holderQuery } from "@nonet/database";
import type { Running } from "../connection/running-product.ts";
import type { OpenedLink } from "../contract/actor.ts";
import { linkPrefix } from "../records/random-values.ts";

/** Null where no record has the token, or the record is archived. */
export async function openLink(running: Running, token: string): Promise<OpenedLink | null> {
  if (!/^[A-Za-z0-9]{16,64}$/.test(token)) return null;
  for (const entity of running.product.entities)
    for (const field of entity.fields) {
      if (field.type.kind !== "secret link") continue;
      const row = await running.database.row(holderQuery(entity, field, linkPrefix + token));
      if (row) return { link: { entity: entity.name, id: row["id"] as string, screen: field.type.screen }, screen: field.type.screen };
    }
  return null;
}
