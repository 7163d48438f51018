/** What a host tells the checker about the names that an expression may use. */
import type { Type, Typed } from "./type.ts";

/** One name in scope and what it lowers to. */
export type Symbol =
  /** A variable: `me`, `this`, `asked`. */
  | (Typed & { readonly kind: "variable"; readonly name: string })
  /** A field of a variable, used bare: lowers to a path on it. */
  | (Typed & { readonly kind: "field"; readonly of: { readonly name: string; readonly type: Type }; readonly field: string })
  | (Typed & { readonly kind: "global"; readonly name: string })
  /** Known, but not shown: lowers to a hole that names it. */
  | { readonly kind: "open"; readonly name: string };

/** Names match in any letter case, blanks/hyphens/underscores folded; `name` passed here is already folded by `fold`. */
export interface Scope {
  lookup(name: string): Symbol | undefined;
  /** Every name that `lookup` knows, in the form in which it was defined (for the parser's name recognition and for "did you mean"). */
  names(): Iterable<string>;
  /** The fields of a record type, by defined name; undefined for an unknown record. */
  fieldsOf(record: string): ReadonlyMap<string, Typed> | undefined;
}

/** The form in which names are compared: lower case, runs of blank, hyphen and underscore as one blank. */
export function fold(name: string): string {
  return name.trim().toLowerCase().replace(/[\s_-]+/g, " ");
}
