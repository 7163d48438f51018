/**
 * What every point's compiler shares: the tree, the names declared anywhere in the document, and functions that compile
 * words to typed expressions. It is made once after the declaring pass.
 */
import type { Expression, Type, UnaryTest } from "@nonet/feel";
import type { Field, Template } from "@nonet/model";
import type { Layout, TextSpan, Tree } from "@nonet/notation";
import type { Severity, Span } from "@nonet/source";
import type { Declared } from "../declare/declared.ts";
import type { Code } from "../diagnostics/catalogue.ts";
import type { PlannedFix } from "../fixes/planned-fix.ts";
import type { UnitKey } from "../incremental/units.ts";

export interface Context {
  readonly tree: Tree;
  /** The places of the tree's spans in the sources. */
  readonly layout: Layout;
  readonly declared: Declared;
  report(code: Code, span: Span, message: string, more?: { hint?: string; fixes?: readonly PlannedFix[]; severity?: Severity }): void;
  /** Compiles one expression, in backticks or bare. A mistake is reported and gives a placeholder. Uses of what isn't shown are recorded for `use.what`. */
  expression(words: TextSpan, use: Use): Expression;
  /** The expression, or null if there is anything wrong with it; reports nothing. */
  tryExpression(words: TextSpan, use: Use): Expression | null;
  template(words: TextSpan, use: Use): Template;
  tests(words: TextSpan, input: Type, use: Use): readonly UnaryTest[];
  /** Records that `what` depends on something that isn't shown. */
  affects(open: string, what: string, source: Span | null): void;
  /** The unit's result: from memory if its lines, its dependencies and what it reads of the declarations are unchanged. */
  unit<T>(what: string, of: object, depends: readonly unknown[], make: () => T): T;
  /** Compiles each statement of one kind as a unit. `make` must have no effect except its result and its findings. */
  each<S, T>(what: string, list: readonly S[], kept: UnitKey<S>, make: (one: S) => T): readonly T[];
  /** The value of the last check if its JSON is the same. */
  stableValue<T>(what: string, value: T): T;
  /** The list of the last check if it holds the same things. */
  stableList<T>(what: string, list: readonly T[]): readonly T[];
  /** An object that identifies a list of dependencies. */
  identityOf(what: string, things: () => readonly unknown[]): object;
  /** Records that the words at `span` are enforced. The rest of the document is prose. */
  markEnforced(span: Span): void;
}

/** The place of an expression: what is in scope and which type is expected. */
export interface Use {
  /** What depends on the expression, in words: `rule "Not too long"`. */
  readonly what: string;
  /** The entity of `this`; absent if there is no record in scope. */
  readonly self?: string;
  /** Whether `old` is in scope, with the entity of `this`; `maybe` if there may be no former record. */
  readonly old?: boolean | "maybe";
  /** The fields of `asked`, the action's input. */
  readonly asked?: readonly Field[];
  /** Further variables with their types: `body`, `answer`, a `for each` name. */
  readonly variables?: Readonly<Record<string, Type>>;
  readonly expect?: Type;
  /** Conditions that are true whenever it is evaluated. */
  readonly given?: readonly Expression[];
  /** Whether its value may be a duration in working days. */
  readonly workingDays?: boolean;
  /** Whether it is compiled again once it is known which computed fields are never null. */
  readonly twice?: boolean;
}
