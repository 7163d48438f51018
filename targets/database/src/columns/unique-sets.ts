/** The sets of fields of an entity that must be unique together. */
import { type Entity, fieldOf } from "@nonet/model";

/** From the attributes of its fields and of the entity. */
export function uniqueSets(entity: Entity): readonly (readonly string[])[] {
  const sets: string[][] = entity.fields
    .filter((f) => f.computed === null && (f.unique || f.uniqueWithin !== null || ["sequence", "random text", "secret link"].includes(f.type.kind)))
    .map((f) => (f.uniqueWithin ? [f.name, f.uniqueWithin] : [f.name]));
  if (entity.name === "User" && !sets.some((x) => x[0] === "email" && x.length === 1)) sets.push(["email"]);
  return [...sets, ...entity.unique.map((u) => [...u.fields])];
}

/** Email addresses are compared without regard to case. */
export function isCaseless(entity: Entity, name: string): boolean {
  const type = fieldOf(entity, name)?.type;
  return (type?.kind === "formatted" && type.format === "email") || (entity.name === "User" && name === "email");
}
