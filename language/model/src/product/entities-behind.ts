/** The entities whose records a value is made of: those that it lists, without those that only a condition reads. */
import type { Expression } from "@nonet/feel";
import type { Product } from "./product.ts";

export function entitiesBehind(product: Pick<Product, "entities">, expression: Expression): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    const node = value as { readonly kind?: string; readonly name?: string };
    if (node.kind === "global" && product.entities.some(({ name }) => name === node.name)) found.add(node.name!);
    for (const [key, inner] of Object.entries(value)) if (!["type", "span", "source", "condition"].includes(key)) visit(inner);
  };
  visit(expression);
  return [...found];
}
