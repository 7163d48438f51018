/** What decides who sees a record: the fields that the conditions of point 6 read. */
import { fold } from "@nonet/feel";
import { entityOf, type Product } from "@nonet/model";
import { readsFrom } from "../scope/reads.ts";

/** By entity, the folded names of the fields; `id` stands for the creation and deletion of its records. */
export type VisibilityReads = ReadonlyMap<string, ReadonlySet<string>>;

const known = new WeakMap<Product, VisibilityReads>();

export function visibilityReads(product: Product): VisibilityReads {
  const found = known.get(product) ?? collect(product);
  known.set(product, found);
  return found;
}

function collect(product: Product): VisibilityReads {
  const found = new Map<string, Set<string>>();
  const { grants, never } = product.permissions;
  for (const { entity: name, verb, where } of [...grants, ...never]) {
    const entity = entityOf(product, name);
    if (!entity || !where || (verb !== "read" && verb !== "history")) continue;
    for (const { entity: of, field } of readsFrom(product, entity, [where.expression], [])) {
      const fields = found.get(of) ?? new Set();
      found.set(of, fields.add(fold(field)));
    }
  }
  return found;
}
