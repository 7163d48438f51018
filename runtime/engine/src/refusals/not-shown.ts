import type { Product } from "@nonet/model";
import { problem, refuse } from "./refusal.ts";
import { saidAt } from "./source-location.ts";

export function notShown(product: Product, what: string) {
  const open = product.open.find((o) => o.what === what);
  return refuse("not shown", problem("not-shown", `This needs ${what}, which is not shown.`, saidAt(product, open?.source ?? null)));
}
