/** Limits: set in point 9 by their built-in names, else a numbered default. */
import type { Limit, Product } from "@nonet/model";

/** Defaults 18, 19 and 10 of the model's list. */
const byDefault: Partial<Record<Limit, number>> = { "requests per minute": 600, "upload size": 10_000_000, "page size": 50, "list length": 200 };

/** The largest page that a list can be asked for: 200, unless the document sets a larger one, at some time. */
export function largestPage({ constants }: Product): number {
  const sizes = constants.filter(({ limit }) => limit === "page size" || limit === "list length").flatMap(({ values }) => values ?? []);
  return Math.max(200, ...sizes.flatMap(({ value }) => (value.kind === "literal" && typeof value.value === "string" ? [Number(value.value)] : [])).filter(Number.isFinite));
}

/** The limit in force on `today` (an ISO date), or undefined if neither the document nor a default sets one. */
export function limitOf(product: Product, limit: Limit, today: string): number | undefined {
  const constant = product.constants.find((c) => c.limit === limit);
  const inForce = constant?.values?.filter((v) => v.from === null || v.from <= today).at(-1)?.value;
  if (inForce?.kind === "literal" && typeof inForce.value === "string") {
    const number = Number(inForce.value);
    if (Number.isFinite(number) && number >= 0) return number;
  }
  return byDefault[limit];
}
