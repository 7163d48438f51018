/** What decides who sees a record: the fields that the conditions of point 6 read. */
import { fold } from "@nonet/feel";
import { type Entity, entityOf, type Product } from "@nonet/model";
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

const byTarget = new WeakMap<Product, Map<string, ReadonlySet<string>>>();

/** The other entities whose records decide by which text, and by whom, a record of this one is found. */
export function nameReads(product: Product, entityName: string): ReadonlySet<string> {
  const all = byTarget.get(product) ?? new Map<string, ReadonlySet<string>>();
  byTarget.set(product, all);
  let found = all.get(entityName);
  if (!found) all.set(entityName, (found = new Set(namesOf(product, entityOf(product, entityName)!))));
  return found;
}

function namesOf(product: Product, entity: Entity): readonly string[] {
  const { grants, never } = product.permissions;
  const conditions = [...grants, ...never].flatMap(({ entity: name, verb, where }) => (name === entity.name && verb === "read" && where ? [where.expression] : []));
  return readsFrom(product, entity, [entity.shownAs, ...conditions], []).flatMap((read) => (read.route?.length === 0 ? [] : [read.entity]));
}
