/** `2 years` where only a length in days fits: months and years have no fixed length, so about as many days are proposed. */
import type { Expression } from "./expression.ts";
import type { Type } from "./type.ts";

export const noFixedLength = "Months and years have no fixed length.";

/** The days that come near to the literal, as in `730 days`; undefined for anything else. */
export function nearestDays(e: Expression): string | undefined {
  const found = e.kind === "literal" && typeof e.value === "string" && e.type.kind === "years and months duration" ? /^P(?:(\d{1,4})Y)?(?:(\d{1,5})M)?$/.exec(e.value) : null;
  if (!found) return undefined;
  const months = Number(found[1] ?? 0) * 12 + Number(found[2] ?? 0);
  return `${Math.floor(months / 12) * 365 + (months % 12) * 30} days`;
}

export const isMonthsWithDays = (a: Type, b: Type): boolean => a.kind === "years and months duration" && b.kind === "days and time duration";
