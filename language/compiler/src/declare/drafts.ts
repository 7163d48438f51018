/** Entities as the declaring pass leaves them, for the compilers of points 3 and 4. */
import type { Section, TextSpan } from "@nonet/notation";
import type { TypeNames, TypeReading } from "../syntax/entities/field-type.ts";
import type { RawField } from "../syntax/entities/field.ts";
import type { DeclaredEntity, DeclaredField } from "./declared.ts";

/** An entity after the declaring pass: what others see of it, and the words that point 3's compiler continues with. */
export interface EntityDraft extends DeclaredEntity {
  readonly fields: Map<string, DeclaredField>;
  readonly raw: FieldDraft[];
  section: Section | null;
  readonly wholeName: TextSpan | null;
  whole: { readonly entity: string; field: string; list: string } | null;
  readonly machines: Section[];
  states: string[];
  readonly actions: Map<string, { readonly name: string; readonly path?: string }>;
  /** Further machines, `### Entity: field`; their actions are among the entity's. */
  readonly further: FurtherMachine[];
}

export interface FurtherMachine {
  readonly field: string;
  readonly section: Section;
  readonly states: readonly string[];
  readonly actions: ReadonlyMap<string, { readonly name: string }>;
}

/** `reading` is null for fields that the compiler adds itself. */
export interface FieldDraft {
  readonly name: string;
  readonly raw: RawField | null;
  readonly reading: TypeReading;
}

export interface EntityDrafts {
  readonly drafts: Map<string, EntityDraft>;
  readonly names: TypeNames;
  /** Sections that define an entity again. */
  readonly duplicates: readonly Section[];
}
