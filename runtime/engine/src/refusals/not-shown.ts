/** The refusal of a change that needs something the document doesn't show. */
import { type Product, sourceLocation } from "@nonet/model";
import { problem, refuse } from "./refusal.ts";
import { say } from "@nonet/texts";

export function notShown(product: Product, what: string) {
  const entry = product.notShown.find((o) => o.what === what);
  return refuse("not shown", problem("not-shown", say("this-needs-what-which-is-not-shown", { what }), sourceLocation(product, entry?.source ?? null)));
}
