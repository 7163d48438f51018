/** A part's whole, as the part's record names it. */
import { type Entity, entityOf, fieldOf, type Product } from "@nonet/model";
import type { Row } from "../connection/contract.ts";

export const partLists = (entity: Entity, all: readonly Entity[]): readonly { list: string; key: string; part: Entity }[] =>
  all
    .filter((e) => e.partOf?.entity === entity.name)
    .map((part) => ({ list: part.partOf!.list, key: entity.fields.find((f) => f.name === part.partOf!.list)?.key ?? part.partOf!.list, part }));

export interface OwnerRef {
  readonly owner: Entity;
  readonly id: string;
}

/** Null where the entity is no part, or the record names none. */
export function ownerOf(product: Product, entityName: string, record: Row | null): OwnerRef | null {
  const entity = entityOf(product, entityName);
  const owner = entity?.partOf && entityOf(product, entity.partOf.entity);
  if (!entity?.partOf || !owner) return null;
  const named = record?.[fieldOf(entity, entity.partOf.field)?.key ?? ""] as { id?: string } | null | undefined;
  return named?.id ? { owner, id: named.id } : null;
}
