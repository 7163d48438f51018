/** Whose sight it is, as a key: what one has been shown or is told is kept apart from another's. */
import type { Actor } from "@nonet/engine";

/** A secret link shows its holder more than the same person, or nobody in particular, sees without it. */
export function whoOf(actor: Actor): string {
  if (actor.kind === "system") return actor.kind;
  const who = actor.kind === "person" ? actor.id : actor.kind;
  return actor.link ? `${who} ${actor.link.entity} ${actor.link.id}` : who;
}
