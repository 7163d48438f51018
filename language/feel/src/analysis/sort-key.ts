/** Recognizes sorting by one key, `function(x, y) x.k < y.k`. Elements without a key come last, and elements with the same key keep their order. */
import type { Expression } from "../types/expression.ts";

export interface SortKey {
  readonly parameter: string;
  readonly key: Expression;
  readonly descending: boolean;
}

/** The sort key; undefined for any other function. */
export function sortKey(precedes: Expression): SortKey | undefined {
  if (precedes.kind !== "function" || precedes.parameters.length !== 2 || precedes.body.kind !== "binary" || !/^[<>]=?$/.test(precedes.body.operator)) return undefined;
  const [x, y] = precedes.parameters as [string, string];
  const { left, right, operator } = precedes.body;
  const isAscending = operator.startsWith("<");
  if (differsOnlyInParameter(left, right, x, y)) return { parameter: x, key: left, descending: !isAscending };
  return differsOnlyInParameter(left, right, y, x) ? { parameter: y, key: left, descending: isAscending } : undefined;
}

/** Whether both expressions are the same, except that one uses the parameter `of` and the other uses `other`. */
function differsOnlyInParameter(left: Expression, right: Expression, of: string, other: string): boolean {
  const written = (expression: Expression): string =>
    JSON.stringify(expression, (key, value: unknown) => (key === "span" || key === "type" || key === "nullable" ? undefined : value));
  const named = (name: string): string => JSON.stringify({ kind: "variable", name });
  const [a, b] = [written(left), written(right)];
  return a.includes(named(of)) && !a.includes(named(other)) && b === a.replaceAll(named(of), named(other));
}
