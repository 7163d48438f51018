/** Finds the entity of a path in the running version of the product. */
import { atApiAddress, didYouMean, entityAtPath } from "@nonet/api";
import type { Entity, Product } from "@nonet/model";
import { type Parsed, parsed, refused } from "../http/response.ts";

export function findEntity(product: Product, path: string): Parsed<Entity> {
  const entity = entityAtPath(product, path);
  if (entity) return parsed(entity);
  const paths = product.entities.map((e) => e.path);
  return refused("not-found", `There is no ${atApiAddress(product, `/api/${path.slice(0, 80)}`)}.${didYouMean(path, paths)}`);
}
