/** `her Booking`: the record whose only reference to a person leads to the one who acts, not just any Booking. */
import { fold } from "@nonet/feel";
import type { Entity } from "@nonet/model";
import type { ValueOf } from "../scope/phrase-readings.ts";
import { type Scan, wordAt } from "./scan.ts";

/**
 * What the word before the entity's name can say of the record. `her Booking` says nothing if it has no single reference
 * that can lead to the acting person. It has two readings if a step has named somebody else by that field, and not the acting person.
 */
export function ownersByPronoun(s: Scan, at: number, entity: Entity): readonly (readonly ValueOf[])[] {
  const { lastActor, lastStep, namedBy } = s.story;
  const unsaid = isOwnBehind(s, at) ? [] : [[]];
  if (!wordAt(s, at, /^(?:his|her)$/i) || lastActor === null) return [[]];
  if (lastActor.name === null || entity.name === "User") return unsaid;
  const [owner, other] = entity.fields.filter((f) => f.type.kind === "reference" && f.type.entity === "User" && f.computed === null);
  if (!owner || other || owner.type.kind !== "reference") return unsaid;
  const { role } = owner.type;
  if (role !== undefined && lastActor.role !== null && fold(role) !== fold(lastActor.role)) return unsaid;
  const own: ValueOf = { field: owner.name, value: { kind: "records", records: [{ entity: "User", name: lastActor.name, having: [] }] } };
  const named = (person: string): boolean => namedBy.get(person)?.includes(owner.name) === true;
  const isCreator = lastStep?.kind === "create" && lastStep.entity === entity.name;
  const isOpen = !isOwnBehind(s, at) && !isCreator && !named(fold(lastActor.name)) && [...namedBy.keys()].some(named);
  return isOpen ? [[own], []] : [[own]];
}

/** `her own Booking` has only one reading. */
export const isOwnBehind = (s: Scan, at: number): boolean => wordAt(s, at, /^(?:his|her)$/i) && wordAt(s, at + 1, /^own$/i);
