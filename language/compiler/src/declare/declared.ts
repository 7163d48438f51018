/** The names that a document declares, by their folded form. */
import type { Type } from "@nonet/feel";
import type { FieldType } from "@nonet/model";
import type { Span } from "@nonet/source";

/** By kind, the declared names, keyed by `fold(name)`. */
export interface Declared {
  readonly entities: ReadonlyMap<string, DeclaredEntity>;
  readonly roles: ReadonlyMap<string, DeclaredRole>;
  /** `to`: what a mail says of its receivers, as it is written. */
  readonly calls: ReadonlyMap<string, { readonly name: string; readonly span: Span; readonly to: string | null }>;
  readonly codes: ReadonlyMap<string, { readonly name: string; readonly span: Span }>;
  /** `open` if its value is not shown; `canBeZero` if one of its values is zero or computed. */
  readonly constants: ReadonlyMap<string, { readonly name: string; readonly type: Type; readonly open: boolean; readonly canBeZero: boolean; readonly span: Span }>;
  readonly screens: ReadonlyMap<string, { readonly name: string; readonly span: Span }>;
}

/** `open` if point 6 is not shown, so that only an audience of point 1 names it. */
export interface DeclaredRole {
  readonly name: string;
  readonly span: Span;
  readonly open: boolean;
}

export interface DeclaredField {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly span: Span | null;
  /** Set for a computed field, whose value can't be written. */
  readonly computed?: boolean;
  /** Set if its type is not shown: the name in the list of what is not shown. The field can't store a value. */
  readonly open?: string;
  /** Set for a computed field whose type follows from its expression. It is open until the type is known. */
  readonly inferred?: true;
  /** Set if only effects write it. */
  readonly readOnly?: boolean;
  /** Set for the state of a further machine, which only its transitions write. */
  readonly machine?: boolean;
}

export interface DeclaredEntity {
  readonly name: string;
  readonly plural: string;
  readonly fields: ReadonlyMap<string, DeclaredField>;
  /** The states of its first machine, in order. */
  readonly states: readonly string[];
  readonly actions: ReadonlyMap<string, { readonly name: string }>;
  readonly partOf: string | null;
  readonly span: Span | null;
}
