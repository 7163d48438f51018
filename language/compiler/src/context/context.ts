/**
 * What every point's compiler shares: the tree, the names declared anywhere in the document, and the ways to
 * turn words into typed expressions. Made once after the declaring pass; each point's compiler only reads it.
 */
import type { Expression, Type, UnaryTest } from "@nonet/feel";
import type { Field, Template } from "@nonet/model";
import type { Layout, TextSpan, Tree } from "@nonet/notation";
import type { Fix, Severity, Span } from "@nonet/source";
import type { Declared } from "../declare/declared.ts";
import type { Code } from "../diagnostics/catalogue.ts";
import type { UnitKey } from "../incremental/units.ts";

export interface Context {
  readonly tree: Tree;
  /** Where the tree's spans stand in the sources. */
  readonly layout: Layout;
  readonly declared: Declared;
  report(code: Code, span: Span, message: string, more?: { hint?: string; fixes?: readonly Fix[]; severity?: Severity }): void;
  /** Types and lowers one expression (in backticks or bare); a mistake is reported and yields a hole. Uses of open things are recorded for `what`. */
  expression(words: TextSpan, use: Use): Expression;
  template(words: TextSpan, use: Use): Template;
  tests(words: TextSpan, input: Type, use: Use): readonly UnaryTest[];
  /** Notes that `what` hangs on the open thing named. */
  affects(open: string, what: string, source: Span | null): void;
  /** What the unit makes: from memory, where the lines that it is written in, what it depends on and all that the document declares are what they were. */
  unit<T>(what: string, of: object, depends: readonly unknown[], make: () => T): T;
  /** A unit of each statement of one kind, `what` saying which; nothing may come of making one but what it gives and what is found. */
  each<S, T>(what: string, list: readonly S[], kept: UnitKey<S>, make: (one: S) => T): readonly T[];
  /** The value that was told of the same the last time, where this one says nothing else. */
  alike<T>(what: string, value: T): T;
  /** The list itself that was given the last time, where it holds the same. */
  sameList<T>(what: string, list: readonly T[]): readonly T[];
  /** Stands for a list of things that units depend on. */
  same(what: string, things: () => readonly unknown[]): object;
  /** Notes that the words at `span` are understood and enforced (the rest of the document is prose). */
  enforced(span: Span): void;
}

/** Where an expression stands: what is in scope and what it should come to. */
export interface Use {
  /** In words, for the list of what hangs on an open thing: `rule "Not too long"`. */
  readonly what: string;
  /** The entity of `this`; absent: no record in scope. */
  readonly self?: string;
  /** Whether `old` is in scope (same entity as `this`); `maybe`: also where there was no record before. */
  readonly old?: boolean | "maybe";
  /** The fields of `asked`. */
  readonly asked?: readonly Field[];
  /** Further variables with their types: `body`, `answer`, a `for each` name. */
  readonly variables?: Readonly<Record<string, Type>>;
  readonly expect?: Type;
  /** Conditions that hold wherever it is run. */
  readonly given?: readonly Expression[];
  /** Whether it may come to a length in working days. */
  readonly workingDays?: boolean;
  /** Whether it is checked a second time once it is known which computed fields are never null. */
  readonly twice?: boolean;
}
