/** The constants that limit the product itself: their names and the values that they accept. */
import { fold } from "@nonet/feel";
import type { Limit } from "@nonet/model";

export type LimitKind =
  | { readonly wants: "count"; readonly max?: number }
  | { readonly wants: "size" }
  | { readonly wants: "duration" }
  | { readonly wants: "rounding" }
  | { readonly wants: "allowed" };

export const limitKinds: Readonly<Record<Limit, LimitKind>> = {
  "requests per minute": { wants: "count" },
  "upload size": { wants: "size" },
  "session length": { wants: "duration" },
  "session idle time": { wants: "duration" },
  "sign-in attempts": { wants: "count" },
  "password length": { wants: "count", max: 200 },
  "weak passwords": { wants: "allowed" },
  "page size": { wants: "count", max: 200 },
  "export rows": { wants: "count" },
  "list length": { wants: "count" },
  rounding: { wants: "rounding" },
};

/** For "did you mean". */
export const limitNames: readonly string[] = Object.keys(limitKinds);

/** Whether the limit is a plain number. */
export const isCount = (limit: Limit): boolean => limitKinds[limit].wants === "count";

/** The limit that a constant of this name sets; null for any other. */
export const limitOf = (name: string): Limit | null => byName.get(fold(name)) ?? null;

const byName: ReadonlyMap<string, Limit> = new Map((Object.keys(limitKinds) as Limit[]).map((limit) => [fold(limit), limit]));
