/**
 * The typed expression tree: what the checker makes and every compiler (closure, SQL, text) reads.
 *
 * Names are resolved: a bare field name has become a `path` on the variable that owns it, so no reader
 * needs a scope. Every node knows its type, whether it can be null, and its place in the document.
 */
import type { Span } from "@nonet/source";
import type { Type } from "./type.ts";

interface Base {
  readonly type: Type;
  readonly nullable: boolean;
  readonly span: Span;
}

/** A literal's value as plain data: numbers as decimal strings, dates and durations as ISO 8601 text. */
export type LiteralValue = null | boolean | string;

export type BinaryOperator = "+" | "-" | "*" | "/" | "**" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "and" | "or";

export type Expression =
  /** `type` says how to read `value`: number "12.50", string, boolean, date "2026-03-01", duration "P3D", … */
  | (Base & { readonly kind: "literal"; readonly value: LiteralValue })
  /** A bound name: the host's (`this`, `me`, `old`, `asked`, `body`, `answer`, …) or one bound by `for`, `some`, a filter (`item#1`), a function's parameter. */
  | (Base & { readonly kind: "variable"; readonly name: string })
  /** A name the host provides for the whole document: a constant (`longest loan`), an entity's extent (`Loan`), a named function or table. */
  | (Base & { readonly kind: "global"; readonly name: string; readonly canBeZero?: true })
  /** `of.field`. On a record or context: its field; on a list: the list of the elements' fields (`listed` true). */
  | (Base & { readonly kind: "path"; readonly of: Expression; readonly field: string; readonly listed: boolean })
  /** `of[condition]`: elements for which it holds, the element bound to the variable `item`. */
  | (Base & { readonly kind: "filter"; readonly of: Expression; readonly item: string; readonly condition: Expression })
  /** `of[index]`: 1 is the first, -1 the last. */
  | (Base & { readonly kind: "index"; readonly of: Expression; readonly index: Expression })
  | (Base & { readonly kind: "binary"; readonly operator: BinaryOperator; readonly left: Expression; readonly right: Expression })
  | (Base & { readonly kind: "negate"; readonly of: Expression })
  | (Base & { readonly kind: "between"; readonly value: Expression; readonly low: Expression; readonly high: Expression })
  /** `value in test`: true when any test holds. */
  | (Base & { readonly kind: "in"; readonly value: Expression; readonly tests: readonly UnaryTest[] })
  | (Base & { readonly kind: "if"; readonly condition: Expression; readonly then: Expression; readonly otherwise: Expression })
  | (Base & { readonly kind: "for"; readonly bindings: readonly Binding[]; readonly result: Expression })
  | (Base & { readonly kind: "quantified"; readonly quantifier: "some" | "every"; readonly bindings: readonly Binding[]; readonly condition: Expression })
  | (Base & { readonly kind: "list"; readonly items: readonly Expression[] })
  | (Base & { readonly kind: "context"; readonly entries: readonly { readonly name: string; readonly value: Expression }[] })
  | (Base & { readonly kind: "range"; readonly low: Expression | null; readonly high: Expression | null; readonly lowClosed: boolean; readonly highClosed: boolean })
  /** A built-in function by its standard name (`count`, `string join`, …), arguments in positional order, left-out ones absent at the end. */
  | (Base & { readonly kind: "call"; readonly function: string; readonly arguments: readonly Expression[] })
  /** A call of a function value: a host global or a variable. */
  | (Base & { readonly kind: "apply"; readonly function: Expression; readonly arguments: readonly Expression[] })
  | (Base & { readonly kind: "function"; readonly parameters: readonly string[]; readonly body: Expression })
  | (Base & { readonly kind: "instance of"; readonly value: Expression; readonly of: Type })
  /** Stands where something was wrong or not shown; `open` carries what is not shown (`payment address`). Evaluating it yields the value "not shown". */
  | (Base & { readonly kind: "hole"; readonly open: string | null });

export interface Binding {
  readonly name: string;
  readonly of: Expression;
  /** `for i in low..high` has the upper end here. */
  readonly to?: Expression;
}

/** One test of `in` or of a decision table's cell, on the value that stands left. */
export type UnaryTest =
  | { readonly kind: "any" }
  | { readonly kind: "not"; readonly tests: readonly UnaryTest[] }
  | { readonly kind: "compare"; readonly operator: "=" | "!=" | "<" | "<=" | ">" | ">="; readonly value: Expression }
  /** Holds when the value lies in the range, is an element of the list, or equals it. */
  | { readonly kind: "member"; readonly of: Expression }
  /** A condition over the variable `?`. */
  | { readonly kind: "condition"; readonly condition: Expression };
