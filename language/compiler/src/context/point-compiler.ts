/** What the compilers of the points work with, beyond the shared context. */
import type { Expression, Type, UnaryTest } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { Business } from "../declare/callables.ts";
import type { DeclaredField } from "../declare/declared.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import type { Findings, NamedKind } from "../incremental/findings.ts";
import type { TypeNames } from "../syntax/entities/field-type.ts";
import type { Context, Use } from "./context.ts";

export interface PointCompiler extends Context {
  /** The findings so far, of the whole check or of the unit that is being compiled. */
  readonly findings: Findings;
  readonly drafts: ReadonlyMap<string, EntityDraft>;
  /** The callables and calendars of point 9. */
  readonly business: Business;
  readonly typeNames: TypeNames;
  /** Reports a value that isn't of the expected type. */
  checkType(value: Expression, expected: Type): void;
  /** Records what the tests of a cell use, which `expression` does by itself. */
  recordTests(tests: readonly UnaryTest[], use: Use): void;
  /** Records an attribute or cell that is not shown; returns the placeholder for it. */
  notShown(what: string, span: Span): Expression;
  /** Records that a declared name is used. `of`: the entity that the name belongs to. */
  markUsed(kind: NamedKind, name: string, of?: string): void;
  /** Records that a code of point 8 is used; returns its declared form. */
  markCodeUsed(code: string, span: Span): string;
  /** Publishes a value by name: once in a check, before it is looked up. */
  publish(name: string, value: unknown): void;
  /** Looks up a published value and records that the unit depends on it. */
  lookUp<T>(name: string): T | undefined;
  /** Whether units are kept in a memory. */
  readonly isIncremental: boolean;
  /** Sets the computed fields that are never null, which improves the types of what reads them. */
  setNeverNull(neverNull: ReadonlySet<string>): void;
  /** Sets what is known of a field whose type follows from its expression. */
  setInferred(entity: string, field: DeclaredField): void;
  /** Runs without recording findings. */
  silently<T>(work: () => T): T;
  /** Runs without recording findings; whether it would have reported no error. */
  isSound(work: () => unknown): boolean;
}
