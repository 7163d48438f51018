/** Finds the entity that a path names in the product as it now runs. */
import { didYouMean, entityAtPath } from "@nonet/api";
import type { Entity, Product } from "@nonet/model";
import { type Parsed, parsed, refused } from "../http/response.ts";

export function findEntity(product: Product, path: string): Parsed<Entity> {
  const entity = entityAtPath(product, path);
  if (entity) return parsed(entity);
  return refused(
    "not-found",
    `There is no /api/${path.slice(0, 80)}.${didYouMean(
      path,
      product.entities.map((e) => e.path),
    )}`,
  );
}
