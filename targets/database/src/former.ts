/** What an entity, or a column, of a new version was in the version before: by its name, else by the one that it says it had. */
import type { Entity, Product } from "@nonet/model";
import type { Column } from "./columns.ts";

export const formerColumn = (columns: readonly Column[], column: Column): Column | undefined =>
  columns.find((c) => c.column === column.column) ?? columns.find((c) => column.field?.was && c.name === column.field.was);

export const formerEntity = (before: Product, entity: Entity): Entity | undefined =>
  before.entities.find((e) => e.name === entity.name) ?? before.entities.find((e) => e.name === entity.was);

/** Entities that were there before. */
export interface Pair {
  readonly old: Entity;
  readonly now: Entity;
}

export function pairs(before: Product, after: Product): Pair[] {
  return after.entities.flatMap((now) => {
    const old = formerEntity(before, now);
    return old ? [{ old, now }] : [];
  });
}
