/** The text of a condition in the document, in the form that follows "while" or "when" in a sentence. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { Condition } from "../expressions/condition.ts";
import type { Product } from "./product.ts";

/** ``` `a = b` ``` becomes `a = b`, and a list of states (`sent, closed` or `sent / closed`) becomes `sent or closed`. */
export function conditionWords({ sources }: Pick<Product, "sources">, { expression, source }: Condition): string {
  const states = statesListed(expression, source);
  if (states.length > 0) return states.length === 1 ? states[0]! : `${states.slice(0, -1).join(", ")} or ${states.at(-1)}`;
  return (sources[source.file]?.text.slice(source.from, source.to) ?? "").replaceAll("`", "").trim();
}

/** Whether the condition is a list of states. */
export const namesStates = ({ expression, source }: Condition): boolean => statesListed(expression, source).length > 0;

/** The states, if the condition is a list of states: then all parts of the expression have the span of the list. Otherwise empty. */
function statesListed(expression: Expression, whole: Span): string[] {
  if (expression.kind !== "binary") return [];
  const { operator, left, right } = expression;
  if (operator === "or") {
    const sides = [statesListed(left, whole), statesListed(right, whole)];
    return sides.some((side) => side.length === 0) ? [] : sides.flat();
  }
  return operator === "=" && right.kind === "literal" && typeof right.value === "string" && isAt(left.span, whole) && isAt(right.span, whole) ? [right.value] : [];
}

const isAt = (a: Span, b: Span): boolean => a.file === b.file && a.from === b.from && a.to === b.to;
