/** The types that compiled expressions are converted to, and the kinds of types that SQL treats alike. */
import type { Type } from "@nonet/feel";

export const boolean: Type = { kind: "boolean" };
export const number: Type = { kind: "number" };
export const text: Type = { kind: "string" };

export const isDuration = (t: Type): boolean => t.kind === "days and time duration" || t.kind === "years and months duration";

/** Whether a value of it may be of any kind, as far as the checker knows. */
export const isLoose = (t: Type): boolean => t.kind === "any" || t.kind === "open" || t.kind === "null";
