/** How money is rounded: half up (default 20), or as the limit `rounding` of point 9 says. */
import type { Product } from "@nonet/model";

const ways: Readonly<Record<string, string>> = {
  "half up": "round",
  "half even": "nonet.round_even",
  "half down": "nonet.round_half_down",
  up: "nonet.round_up",
  down: "nonet.round_down",
};

export function rounded(product: Product, sql: string, digits: string): string {
  const value = product.constants.find((c) => c.limit === "rounding")?.values?.[0]?.value;
  const way = value?.kind === "literal" ? String(value.value) : "half up";
  return `${ways[way] ?? "round"}(${sql}, ${digits})`;
}
