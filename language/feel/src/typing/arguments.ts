/** The arguments of a call as written, and their order. */
import type { Span } from "@nonet/source";
import type { Expression } from "../types/expression.ts";
import { fold } from "../types/scope.ts";

export interface Argument {
  /** The name of the parameter as written; absent for a positional argument. */
  readonly name?: string;
  readonly nameSpan?: Span;
  readonly value: Expression;
}

/** Sorts named arguments in the order of the parameters; undefined if there is no such parameter, or it is given twice. */
export function inOrder(given: readonly Argument[], parameters: readonly { readonly name: string }[]): (Expression | undefined)[] | undefined {
  if (given[0]?.name === undefined) return given.map((each) => each.value);
  const ordered: (Expression | undefined)[] = [];
  for (const argument of given) {
    const index = parameters.findIndex((parameter) => fold(parameter.name) === fold(argument.name!));
    if (index < 0 || ordered[index] !== undefined) return undefined;
    ordered[index] = argument.value;
  }
  for (let i = 0; i < ordered.length; i++) ordered[i] ??= undefined;
  return ordered;
}
