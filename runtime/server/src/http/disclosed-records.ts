/**
 * Which records each person has been shown: when one is deleted, or goes out of their sight, only they may be told,
 * and being told tells them nothing that they didn't know.
 */
import type { Actor } from "@nonet/engine";

const mostPeople = 1_000;
const mostRecords = 2_000;

export interface ShownIds {
  add(who: string, ids: Iterable<string>): void;
  has(who: string, id: string): boolean;
  /** They have been told that it is gone: of what becomes of it then they hear nothing. */
  forget(who: string, id: string): void;
}

export function rememberShown(): ShownIds {
  const people = new Map<string, Set<string>>();
  return {
    add(who, ids) {
      const seen = people.get(who) ?? new Set<string>();
      people.delete(who);
      people.set(who, seen);
      for (const id of ids) {
        seen.delete(id);
        seen.add(id);
      }
      for (const id of seen)
        if (seen.size > mostRecords) seen.delete(id);
        else break;
      if (people.size > mostPeople) people.delete(people.keys().next().value!);
    },
    has: (who, id) => people.get(who)?.has(id) ?? false,
    forget: (who, id) => void people.get(who)?.delete(id),
  };
}

/** Whose sight it is, as a key: what one has been shown or is told is kept apart from another's. */

/** A secret link shows its holder more than the same person, or nobody in particular, sees without it. */
export function whoOf(actor: Actor): string {
  if (actor.kind === "system") return actor.kind;
  const who = actor.kind === "person" ? actor.id : actor.kind;
  return actor.link ? `${who} ${actor.link.entity} ${actor.link.id}` : who;
}
