/**
 * Replaces the names that the new version gives for former entities, fields, states and choices by their exact spelling
 * in the previous version. Names match in any letter case; the database is queried by the exact spelling.
 */
import { fold } from "@nonet/feel";
import type { Entity, Field, FieldType, Product } from "@nonet/model";
import { entityInPreviousVersion } from "../columns/previous-version.ts";

/** The same product with each `was` in the spelling of the previous version. */
export function nameInPreviousVersion(before: Product, after: Product): Product {
  const entities = after.entities.map((e) => ({
    ...e,
    was: exactName(
      before.entities.map((o) => o.name),
      e.was,
    ),
  }));
  const known = { ...after, entities };
  return {
    ...known,
    entities: entities.map((e) => ({ ...e, fields: fieldsOf(entityInPreviousVersion(before, e), e) })),
    machines: after.machines.map((m) => {
      const entity = entities.find((e) => e.name === m.entity);
      const old = entity && entityInPreviousVersion(before, entity);
      const states = before.machines.filter((o) => o.entity === old?.name).flatMap((o) => o.states.map((s) => s.name));
      return { ...m, states: m.states.map((s) => (s.was ? { ...s, was: s.was.map((was) => exactName(states, was)) } : s)) };
    }),
  };
}

function exactName<T extends string | null | undefined>(names: readonly string[], was: T): T {
  return was === null || was === undefined || names.includes(was) ? was : ((names.find((name) => fold(name) === fold(was)) ?? was) as T);
}

const fieldsOf = (old: Entity | undefined, now: Entity): readonly Field[] =>
  now.fields.map((f) => {
    const was = exactName(old?.fields.map((o) => o.name) ?? [], f.was);
    const former = old?.fields.find((o) => o.name === f.name) ?? old?.fields.find((o) => o.name === was);
    return { ...f, was, type: typeOf(former?.type, f.type) };
  });

function typeOf(old: FieldType | undefined, type: FieldType): FieldType {
  if ((type.kind !== "one of" && type.kind !== "any of") || !type.renamed || (old?.kind !== "one of" && old?.kind !== "any of")) return type;
  return { ...type, renamed: type.renamed.map(({ from, to }) => ({ from: exactName(old.choices, from), to })) };
}
