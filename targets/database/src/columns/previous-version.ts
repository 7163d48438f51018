/** Which entity, column or list of the previous version one of the new version was: by its name, else by the name that `was` states. */
import type { Entity, Field, Product } from "@nonet/model";
import { type Column, isJoined } from "./columns.ts";

export const formerColumn = (columns: readonly Column[], column: Column): Column | undefined =>
  columns.find((c) => c.column === column.column) ?? columns.find((c) => column.field?.was && c.name === column.field.was);

export const entityInPreviousVersion = (before: Product, entity: Entity): Entity | undefined =>
  before.entities.find((e) => e.name === entity.name) ?? before.entities.find((e) => e.name === entity.was);

/** An entity of the new version that existed in the previous one. */
export interface Pair {
  readonly old: Entity;
  readonly now: Entity;
}

export function pairs(before: Product, after: Product): Pair[] {
  return after.entities.flatMap((now) => {
    const old = entityInPreviousVersion(before, now);
    return old ? [{ old, now }] : [];
  });
}

/** Many-to-many lists, which have a table of their own. */
export const lists = (entity: Entity | undefined): readonly Field[] => (entity?.fields ?? []).filter((f) => f.computed === null && isJoined(f));

/** The list of the previous version that this one was, provided that both list the same entity. */
export function formerList(before: Product, after: Product, old: Entity, field: Field): Field | undefined {
  const there = lists(old);
  const former = there.find((o) => o.name === field.name) ?? there.find((o) => o.name === field.was);
  const target = (product: Product, f: Field): Entity | undefined => product.entities.find((e) => f.type.kind === "references" && e.name === f.type.entity);
  const [was, is] = [former && target(before, former), target(after, field)];
  return is && entityInPreviousVersion(before, is) === was ? former : undefined;
}
