/** What a condition says about null: after `x != null and`, x isn't null. */
import type { Expression } from "../types/expression.ts";

/** A name for a path that is the same wherever the path means the same; undefined for what isn't a plain path. */
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

/** The paths that can't be null where the condition came out as `truth`. */
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
  // What equals something that is there is there.
  if (truth && operator === "=") return [...(right.nullable ? [] : keysOf(left)), ...(left.nullable ? [] : keysOf(right))];
  // A comparison that holds has two values; one that is false or null says nothing.
  if (truth && operator !== "and" && operator !== "or" && operator !== "=" && operator !== "!=") return [...keysOf(left), ...keysOf(right)];
  return [];
}

/** The path and those that it leads over: where `a.b` is there, `a` is. */
function keysOf(expression: Expression): string[] {
  const key = keyOf(expression);
  if (key === undefined) return [];
  return expression.kind === "path" ? [key, ...keysOf(expression.of)] : [key];
}

function isNull(expression: Expression): boolean {
  return expression.kind === "literal" && expression.value === null;
}
