/** The constants that limit the product itself: their names and the values that they accept. */
import { fold } from "@nonet/feel";
import type { Limit } from "@nonet/model";

export type Kind = { readonly wants: "count"; readonly most?: number } | { readonly wants: "size" } | { readonly wants: "duration" } | { readonly wants: "rounding" };

export const kinds: Readonly<Record<Limit, Kind>> = {
  "requests per minute": { wants: "count" },
  "upload size": { wants: "size" },
  "session length": { wants: "duration" },
  "sign-in attempts": { wants: "count" },
  "password length": { wants: "count", most: 200 },
  "page size": { wants: "count", most: 200 },
  "export rows": { wants: "count" },
  "list length": { wants: "count" },
  rounding: { wants: "rounding" },
};

/** For "did you mean". */
export const limitNames: readonly string[] = Object.keys(kinds);

/** Whether the limit is a plain number. */
export const isCount = (limit: Limit): boolean => kinds[limit].wants === "count";

/** The limit that a constant of this name sets; null for any other. */
export const limitOf = (name: string): Limit | null => byName.get(fold(name)) ?? null;

const byName: ReadonlyMap<string, Limit> = new Map((Object.keys(kinds) as Limit[]).map((limit) => [fold(limit), limit]));
