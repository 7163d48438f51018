/** The names that an expression can use, which the host provides to the checker. */
import type { Type, Typed } from "./type.ts";

/** One name in scope and what it lowers to. */
export type Symbol =
  /** A variable: `me`, `this`, `asked`. */
  | (Typed & { readonly kind: "variable"; readonly name: string })
  /** A field of a variable, used bare: lowers to a path on it. */
  | (Typed & { readonly kind: "field"; readonly of: { readonly name: string; readonly type: Type }; readonly field: string })
  /** `canBeZero`: a quotient by it may be null. */
  | (Typed & { readonly kind: "global"; readonly name: string; readonly canBeZero?: true })
  /** A name that is declared as not shown: lowers to a `hole` with this name. */
  | { readonly kind: "open"; readonly name: string };

/** Names match in any letter case, and blanks, hyphens and underscores count as the same. Names passed here are already folded by `fold`. */
export interface Scope {
  lookup(name: string): Symbol | undefined;
  /** What a name means when arguments follow it, even if a field or variable hides it elsewhere. */
  callable?(name: string): Symbol | undefined;
  /** Every name that `lookup` finds, as it was defined. Used to recognize names and for "Did you mean …?". */
  names(): Iterable<string>;
  /** The fields of a record type, by their names as defined; undefined for an unknown record type. */
  fieldsOf(record: string): ReadonlyMap<string, Typed> | undefined;
}

const foldCache = new Map<string, string>();

/** The form in which names are compared: lower case, runs of blank, hyphen and underscore as one blank. */
export function fold(name: string): string {
  const cached = foldCache.get(name);
  if (cached !== undefined) return cached;
  const folded = name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
  // Requests can contain any number of names, so the cache is cleared before it grows large.
  if (foldCache.size > 50_000) foldCache.clear();
  if (name.length < 100) foldCache.set(name, folded);
  return folded;
}
