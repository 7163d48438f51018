/** Look-ups that every reader of a product needs: an entity, a field or a machine by its name or key. */
import type { Entity, Field } from "../entities/entity.ts";
import type { Machine } from "../states/machine.ts";
import type { Product } from "./product.ts";

export const entityOf = (product: Product, name: string): Entity | undefined => entitiesByName(product.entities).get(name);
export const fieldOf = (entity: Entity, name: string): Field | undefined => fieldsByName(entity.fields).get(name);
/** A field by the key that it has in JSON. */
export const fieldByKey = (fields: readonly Field[], key: string): Field | undefined => fieldsByKey(fields).get(key);
/** A field by its JSON key, else by its name in the document. */
export const fieldByKeyOrName = (fields: readonly Field[], key: string): Field | undefined => fieldsByKey(fields).get(key) ?? fieldsByName(fields).get(key);
/** The key under which a record shows what goes by that name: a field's, or the name itself (a machine's state, `version`). */
export const keyOf = (entity: Entity | undefined, name: string): string => (entity && fieldOf(entity, name)?.key) ?? name;

/** The first machine of an entity: the one whose state is `state`. */
export const machineOf = (product: Product, entity: string): Machine | undefined => ofEntity(product.machines, entity).find((m) => m.field === "state");
/** Whether the field has a value in the database: it is neither computed nor the inverse of a reference. */
export const isStored = (field: Field): boolean => field.computed === null && field.type.kind !== "inverse";
/** Whether the entity has no Shown as, so that default 6 applies: then the expression has the span of the entity's heading. */
export const isShownByDefault = ({ source, shownAs: { span } }: Entity): boolean =>
  source === null || (span.file === source.file && span.from === source.from && span.to === source.to);

const byEntity = new WeakMap<readonly object[], { readonly count: number; readonly items: ReadonlyMap<string, readonly object[]> }>();

/** Those of the grants, machines and so on that are about the entity, by an index like that of the names. */
export function ofEntity<T extends { readonly entity: string }>(all: readonly T[], entity: string): readonly T[] {
  let known = byEntity.get(all);
  if (known?.count !== all.length) {
    const items = new Map<string, T[]>();
    for (const item of all) {
      const list = items.get(item.entity);
      if (list) list.push(item);
      else items.set(item.entity, [item]);
    }
    byEntity.set(all, (known = { count: all.length, items }));
  }
  return (known.items.get(entity) ?? none) as readonly T[];
}

const none: readonly never[] = [];

/** An index of a list, made at its first use and again when the list has grown; of several items with one key the first counts. */
function indexed<T>(keyOf: (item: T) => string): (items: readonly T[]) => ReadonlyMap<string, T> {
  const indexes = new WeakMap<readonly T[], { readonly count: number; readonly items: ReadonlyMap<string, T> }>();
  return (items) => {
    const known = indexes.get(items);
    if (known?.count === items.length) return known.items;
    const index = new Map<string, T>();
    for (const item of items) if (!index.has(keyOf(item))) index.set(keyOf(item), item);
    indexes.set(items, { count: items.length, items: index });
    return index;
  };
}

const entitiesByName = indexed<Entity>((entity) => entity.name);
const fieldsByName = indexed<Field>((field) => field.name);
const fieldsByKey = indexed<Field>((field) => field.key);
