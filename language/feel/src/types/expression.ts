/**
 * The typed expression tree, which the checker produces and every compiler (to closures, SQL and text) reads.
 *
 * Names are resolved: the bare name of a field has become a `path` on its variable, so readers need no scope. Every node
 * has its type, whether it can be null, and its span in the document.
 */
import type { Span } from "@nonet/source";
import type { Type } from "./type.ts";

interface Base {
  readonly type: Type;
  readonly nullable: boolean;
  readonly span: Span;
}

/** The value of a literal as plain data: numbers are decimal strings, dates and durations ISO 8601 texts. */
export type LiteralValue = null | boolean | string;

export type BinaryOperator = "+" | "-" | "*" | "/" | "**" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "and" | "or";

export type Expression =
  /** `type` determines how `value` is read: number "12.50", string, boolean, date "2026-03-01", duration "P3D", … */
  | (Base & { readonly kind: "literal"; readonly value: LiteralValue })
  /** A variable of the host (`this`, `me`, `old`, `asked`, `body`, `answer`, …), or one that `for`, `some`, a filter (`item#1`) or a function binds. */
  | (Base & { readonly kind: "variable"; readonly name: string })
  /** A name that the host provides for the whole document: a constant (`longest loan`), all records of an entity (`Loan`), a function or a table. */
  | (Base & { readonly kind: "global"; readonly name: string; readonly canBeZero?: true })
  /** `of.field`. On a record or context: its field; on a list: the list of the elements' fields (`listed` true). */
  | (Base & { readonly kind: "path"; readonly of: Expression; readonly field: string; readonly listed: boolean })
  /** `of[condition]`: the elements for which the condition holds. Each is bound to the variable `item`. */
  | (Base & { readonly kind: "filter"; readonly of: Expression; readonly item: string; readonly condition: Expression })
  /** `of[index]`: 1 is the first, -1 the last. */
  | (Base & { readonly kind: "index"; readonly of: Expression; readonly index: Expression })
  | (Base & { readonly kind: "binary"; readonly operator: BinaryOperator; readonly left: Expression; readonly right: Expression })
  | (Base & { readonly kind: "negate"; readonly of: Expression })
  | (Base & { readonly kind: "between"; readonly value: Expression; readonly low: Expression; readonly high: Expression })
  /** `value in test`: true if at least one test holds. */
  | (Base & { readonly kind: "in"; readonly value: Expression; readonly tests: readonly UnaryTest[] })
  | (Base & { readonly kind: "if"; readonly condition: Expression; readonly then: Expression; readonly otherwise: Expression })
  | (Base & { readonly kind: "for"; readonly bindings: readonly Binding[]; readonly result: Expression })
  | (Base & { readonly kind: "quantified"; readonly quantifier: "some" | "every"; readonly bindings: readonly Binding[]; readonly condition: Expression })
  | (Base & { readonly kind: "list"; readonly items: readonly Expression[] })
  /** `quoted`: the name is written in quotation marks. `as`: the key in the value, where the host gives it another one than the name by which later entries refer to it. */
  | (Base & { readonly kind: "context"; readonly entries: readonly { readonly name: string; readonly value: Expression; readonly quoted?: true; readonly as?: string }[] })
  | (Base & { readonly kind: "range"; readonly low: Expression | null; readonly high: Expression | null; readonly lowClosed: boolean; readonly highClosed: boolean })
  /** A call of a built-in function by its standard name (`count`, `string join`, …). The arguments are in positional order, without omitted ones at the end. */
  | (Base & { readonly kind: "call"; readonly function: string; readonly arguments: readonly Expression[] })
  /** A call of a function value: a global of the host, or a variable. */
  | (Base & { readonly kind: "apply"; readonly function: Expression; readonly arguments: readonly Expression[] })
  | (Base & { readonly kind: "function"; readonly parameters: readonly string[]; readonly body: Expression })
  | (Base & { readonly kind: "instance of"; readonly value: Expression; readonly of: Type })
  /** A placeholder for a part with an error (`open` is null), or that is not shown (`open` is its name, `payment address`). Its value is "not shown". */
  | (Base & { readonly kind: "hole"; readonly open: string | null });

export interface Binding {
  readonly name: string;
  readonly of: Expression;
  /** The upper end in `for i in low..high`; absent for a list. */
  readonly to?: Expression;
}

/** One test after `in` or in a cell of a decision table. It applies to the value before `in`, or to the input of the column. */
export type UnaryTest =
  | { readonly kind: "any" }
  | { readonly kind: "not"; readonly tests: readonly UnaryTest[] }
  | { readonly kind: "compare"; readonly operator: "=" | "!=" | "<" | "<=" | ">" | ">="; readonly value: Expression }
  /** Holds if the value is in the range, is an element of the list, or equals the value of `of`. */
  | { readonly kind: "member"; readonly of: Expression }
  /** A condition over the variable `?`. */
  | { readonly kind: "condition"; readonly condition: Expression };
