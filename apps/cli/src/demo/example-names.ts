/** What a document's examples call records, by entity: `a Loan of "Dune"` names an Item. */
import type { Product } from "@nonet/model";

export function exampleNames(product: Product): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (isNamed(value)) names.set(value.entity, [...new Set([...(names.get(value.entity) ?? []), value.name])]);
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(product.examples);
  return names;
}

const isNamed = (value: object): value is { readonly entity: string; readonly name: string } =>
  "entity" in value && typeof value.entity === "string" && "name" in value && typeof value.name === "string" && value.name !== "";
