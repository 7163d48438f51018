/** The entities whose records an expression lists, apart from those that only its conditions read. */
import type { Expression } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { children } from "./walk.ts";

export function entitiesIn(product: Product, expression: Expression): string[] {
  const found = new Set<string>();
  const visit = (e: Expression): void => {
    if (e.kind === "global" && product.entities.some(({ name }) => name === e.name)) found.add(e.name);
    if (e.kind === "filter") visit(e.of);
    else children(e).forEach(visit);
  };
  visit(expression);
  return [...found];
}
