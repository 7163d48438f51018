/** The fields that some statement forgets: a required one may be empty afterwards, and stays so. */
import type { Field, Product } from "@nonet/model";

const known = new WeakMap<Product, ReadonlyMap<string, ReadonlySet<string>>>();

export function isForgettable(product: Product, entity: string, field: Field): boolean {
  const by = known.get(product) ?? forgottenFields(product);
  known.set(product, by);
  return by.get(entity)?.has(field.name) ?? false;
}

function forgottenFields(product: Product): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const collect = (entity: string, statements: unknown): void => {
    if (Array.isArray(statements)) return statements.forEach((one) => collect(entity, one));
    if (statements === null || typeof statements !== "object") return;
    const { kind, field } = statements as { readonly kind?: unknown; readonly field?: unknown };
    if (kind === "forget" && typeof field === "string") found.set(entity, (found.get(entity) ?? new Set()).add(field));
    else for (const inner of Object.values(statements)) collect(entity, inner);
  };
  for (const { entity, transitions } of product.machines) for (const { then } of transitions) collect(entity, then);
  for (const { name, events } of product.entities) for (const { then } of events) collect(name, then);
  // A call's statements are about the record that it finds.
  for (const { does } of product.calls) for (const { name } of product.entities) collect(name, does);
  return found;
}
