import { entityOf, type Product } from "@nonet/model";
import type { Actor } from "../contract/actor.ts";
import { readablePath } from "./list-records.ts";

/** Of dotted JSON keys those that this actor may read somewhere. */
export function readableKeys(product: Product, actor: Actor, entityName: string, keys: readonly string[]): readonly string[] {
  const entity = entityOf(product, entityName);
  return entity ? keys.filter((key) => readablePath(product, actor, entity, key)) : [];
}
