/** What a host tells the checker about the names that an expression may use. */
import type { Type, Typed } from "./type.ts";

/** One name in scope and what it lowers to. */
export type Symbol =
  /** A variable: `me`, `this`, `asked`. */
  | (Typed & { readonly kind: "variable"; readonly name: string })
  /** A field of a variable, used bare: lowers to a path on it. */
  | (Typed & { readonly kind: "field"; readonly of: { readonly name: string; readonly type: Type }; readonly field: string })
  /** `canBeZero`: a quotient by it may be null. */
  | (Typed & { readonly kind: "global"; readonly name: string; readonly canBeZero?: true })
  /** Known, but not shown: lowers to a hole that names it. */
  | { readonly kind: "open"; readonly name: string };

/** Names match in any letter case, blanks/hyphens/underscores folded; `name` passed here is already folded by `fold`. */
export interface Scope {
  lookup(name: string): Symbol | undefined;
  /** What the name means where arguments follow it, though a field or variable of that name hides it elsewhere. */
  callable?(name: string): Symbol | undefined;
  /** Every name that `lookup` knows, in the form in which it was defined (for the parser's name recognition and for "did you mean"). */
  names(): Iterable<string>;
  /** The fields of a record type, by defined name; undefined for an unknown record. */
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
  // Documents have hundreds of names, texts from outside any number: the store is emptied before it grows large.
  if (foldCache.size > 50_000) foldCache.clear();
  if (name.length < 100) foldCache.set(name, folded);
  return folded;
}
