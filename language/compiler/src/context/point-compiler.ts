/** What the compilers of the points work with, beyond the shared context. */
import type { Expression, Type, UnaryTest } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { Business } from "../declare/callables.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import type { Findings, NamedKind } from "../incremental/findings.ts";
import type { TypeNames } from "../syntax/field-type.ts";
import type { Context, Use } from "./context.ts";

export interface PointCompiler extends Context {
  /** What was found so far: in the whole check, or in the unit that is being compiled. */
  readonly findings: Findings;
  readonly drafts: ReadonlyMap<string, EntityDraft>;
  /** What point 9 gives to call by name. */
  readonly business: Business;
  readonly typeNames: TypeNames;
  /** The expression, where nothing is to be said against it. */
  tries(words: TextSpan, use: Use): Expression | null;
  /** Says it where the value can't stand where one of that type is expected. */
  agree(value: Expression, expected: Type): void;
  /** Notes what tests of a cell use, as `expression` does by itself. */
  noteTests(tests: readonly UnaryTest[], use: Use): void;
  /** Names an open attribute or cell, and gives the hole that stands for it. */
  hole(what: string, span: Span): Expression;
  /** Notes that what is declared under the name is used. `of`: the entity that the name belongs to. */
  uses(kind: NamedKind, name: string, of?: string): void;
  /** Notes that a code of the catalogue is raised here. */
  usesCode(code: string, span: Span): string;
  /** Gives what has been made to whoever asks for it by name: before anybody does, and once in a check. */
  tells(name: string, value: unknown): void;
  /** Notes that the unit hangs on it; undefined where nobody has told. */
  asks<T>(name: string): T | undefined;
  /** Whether units are kept: then whoever uses one notes what it reads. */
  readonly isIncremental: boolean;
  /** Learns which computed fields can't be null, so that what reads them is typed better. */
  setNeverNull(neverNull: ReadonlySet<string>): void;
  /** Runs without keeping what is said. */
  quietly<T>(work: () => T): T;
}
