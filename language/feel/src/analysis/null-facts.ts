/** What a condition implies about null: after `x != null and`, x isn't null. */
import type { Expression } from "../types/expression.ts";

/** A key that is the same for all paths with the same meaning; undefined for anything but a plain path. */
export function keyOf(expression: Expression): string | undefined {
  switch (expression.kind) {
    case "variable":
      return `v:${expression.name}`;
    case "global":
      return `g:${expression.name}`;
    case "path": {
      const of = keyOf(expression.of);
      return of === undefined ? undefined : `${of}.${expression.field}`;
    }
    default:
      return undefined;
  }
}

/** The keys of paths that can't be null if the result of the condition is `truth`. */
export function factsOf(condition: Expression, truth: boolean): string[] {
  if (condition.kind === "call" && condition.function === "not" && condition.arguments[0]) return factsOf(condition.arguments[0], !truth);
  if (condition.kind !== "binary") return [];
  const { operator, left, right } = condition;
  if ((operator === "and" && truth) || (operator === "or" && !truth)) return [...factsOf(left, truth), ...factsOf(right, truth)];
  if (operator === (truth ? "!=" : "=")) {
    const other = isNull(right) ? left : isNull(left) ? right : undefined;
    const key = other && keyOf(other);
    if (other && key !== undefined) return keysOf(other);
  }
  // A value that equals a value that isn't null isn't null.
  if (truth && operator === "=") return [...(right.nullable ? [] : keysOf(left)), ...(left.nullable ? [] : keysOf(right))];
  // If an order comparison is true, both sides have values; if it is false or null, nothing follows.
  if (truth && operator !== "and" && operator !== "or" && operator !== "=" && operator !== "!=") return [...keysOf(left), ...keysOf(right)];
  return [];
}

/** The keys of the path and of its beginnings: if `a.b` isn't null, neither is `a`. */
function keysOf(expression: Expression): string[] {
  const key = keyOf(expression);
  if (key === undefined) return [];
  return expression.kind === "path" ? [key, ...keysOf(expression.of)] : [key];
}

function isNull(expression: Expression): boolean {
  return expression.kind === "literal" && expression.value === null;
}
