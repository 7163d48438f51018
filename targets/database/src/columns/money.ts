/** The minor units of currencies, and how money is rounded: half up (default 20), or as the limit `rounding` of point 9 says. */
import type { Product } from "@nonet/model";

/** ISO 4217 minor units that are not 2. */
export const minorUnits: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};
export const minorUnitsOf = (currency: string | null | undefined): number => (currency ? (minorUnits[currency] ?? 2) : 2);

const roundingFunctions: Readonly<Record<string, string>> = {
  "half up": "round",
  "half even": "nonet.round_even",
  "half down": "nonet.round_half_down",
  up: "nonet.round_up",
  down: "nonet.round_down",
};

export function rounded(product: Product, sql: string, digits: string): string {
  const value = product.constants.find((c) => c.limit === "rounding")?.values?.[0]?.value;
  const way = value?.kind === "literal" ? String(value.value) : "half up";
  return `${roundingFunctions[way] ?? "round"}(${sql}, ${digits})`;
}
