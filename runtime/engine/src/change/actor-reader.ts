/** An actor as the database's reader, for visibility, and as a person's id. */
import type { Reader } from "@nonet/database";
import type { Actor } from "../contract/actor.ts";

export function readerOf(actor: Actor): Reader {
  const link = actor.kind !== "system" && actor.link ? { link: actor.link } : {};
  return actor.kind === "person"
    ? { kind: "person", id: actor.id, roles: actor.roles, owner: actor.owner, ...(actor.standsFor?.length ? { represents: actor.standsFor } : {}), ...link }
    : { kind: actor.kind, ...link };
}
export const personOf = (actor: Actor): string | null => (actor.kind === "person" ? actor.id : null);
