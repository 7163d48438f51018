/** Parts: the lists of an entity that hold them, and the record that owns a part. */
import { type Entity, entityOf, type Field, fieldOf, keyOf, type Product } from "@nonet/model";
import type { Row } from "../connection/contract.ts";

export interface PartList {
  /** The list's JSON key on the owner. */
  readonly key: string;
  /** The list as a field of the owner, for permissions on it. */
  readonly field: Field | undefined;
  readonly part: Entity;
}

export const partLists = (entity: Entity, all: readonly Entity[]): readonly PartList[] =>
  all.filter((e) => e.partOf?.entity === entity.name).map((part) => ({ key: keyOf(entity, part.partOf!.list), field: fieldOf(entity, part.partOf!.list), part }));

/** Default 72. */
export const maxParts = 1_000;

/** How many parts were sent with a record, parts of parts included. */
export const countParts = (entity: Entity, sent: Row, all: readonly Entity[]): number =>
  partLists(entity, all).reduce((count, { key, part }) => {
    const list: unknown = sent[key];
    return Array.isArray(list)
      ? list.reduce((sum: number, one: unknown) => sum + 1 + (one !== null && typeof one === "object" ? countParts(part, one as Row, all) : 0), count)
      : count;
  }, 0);

/** The field of a part that refers to its owner. */
export const ownerField = (part: Entity): Field => fieldOf(part, part.partOf!.field)!;

export interface OwnerRef {
  readonly owner: Entity;
  readonly id: string;
}

/** Null where the entity is no part, or the record has no owner yet. */
export function ownerOf(product: Product, entityName: string, record: Row | null): OwnerRef | null {
  const entity = entityOf(product, entityName);
  const owner = entity?.partOf && entityOf(product, entity.partOf.entity);
  if (!entity?.partOf || !owner) return null;
  const reference = record?.[keyOf(entity, entity.partOf.field)] as { id?: string } | null | undefined;
  return reference?.id ? { owner, id: reference.id } : null;
}
