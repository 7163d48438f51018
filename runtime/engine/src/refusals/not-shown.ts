import { type Product, sourceLocation } from "@nonet/model";
import { problem, refuse } from "./refusal.ts";

export function notShown(product: Product, what: string) {
  const open = product.notShown.find((o) => o.what === what);
  return refuse("not shown", problem("not-shown", `This needs ${what}, which is not shown.`, sourceLocation(product, open?.source ?? null)));
}
