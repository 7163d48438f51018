/** The refusal of a change that needs something the document doesn't show. */
import { type Product, sourceLocation } from "@nonet/model";
import { problem, refuse } from "./refusal.ts";

export function notShown(product: Product, what: string) {
  const entry = product.notShown.find((o) => o.what === what);
  return refuse("not shown", problem("not-shown", `This needs ${what}, which is not shown.`, sourceLocation(product, entry?.source ?? null)));
}
