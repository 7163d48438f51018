/** Finds what can make the result of an expression null: paths that can be null and that no condition guards. */
import type { Expression, UnaryTest } from "../types/expression.ts";
import { factsOf, keyOf } from "./null-facts.ts";

/** The smallest parts that make the whole expression null if they are null, in the order of the text. Empty if it can't be null. */
export function nullCause(expression: Expression): readonly Expression[] {
  if (!expression.nullable || expression.kind === "hole") return [];
  const parts = nullableParts(expression);
  if (expression.kind === "binary" && (expression.operator === "and" || expression.operator === "or")) return parts;
  return parts.length > 0 ? parts : [expression];
}

function nullableParts(e: Expression): readonly Expression[] {
  switch (e.kind) {
    case "path":
      return nullCause(e.of);
    case "binary":
      return e.operator === "and" || e.operator === "or" ? nullCauseOfLogic(e.operator, e.left, e.right) : [...nullCause(e.left), ...nullCause(e.right)];
    case "negate":
      return nullCause(e.of);
    case "between":
      return [e.value, e.low, e.high].flatMap(nullCause);
    case "in":
      return [...nullCause(e.value), ...e.tests.flatMap(nullablePartsOfTest)];
    case "if":
      return [...nullCause(e.then), ...nullCause(e.otherwise)];
    case "call":
      return e.arguments.flatMap((each) => (each.kind === "range" ? endsOf(each) : nullCause(each)));
    case "apply":
      return e.arguments.flatMap(nullCause);
    case "quantified":
      return [...e.bindings.flatMap((each) => nullCause(each.of)), ...nullCause(e.condition)];
    default:
      return [];
  }
}

function nullablePartsOfTest(test: UnaryTest): readonly Expression[] {
  switch (test.kind) {
    case "any":
      return [];
    case "not":
      return test.tests.flatMap(nullablePartsOfTest);
    case "compare":
      return nullCause(test.value);
    case "condition":
      return nullCause(test.condition);
    case "member":
      return test.of.kind === "range" ? endsOf(test.of) : [];
  }
}

function endsOf(range: Expression & { kind: "range" }): readonly Expression[] {
  return [range.low, range.high].flatMap((end) => (end ? nullCause(end) : []));
}

/** In `x > 3 or x = null`, the second side decides the result if x is null, so the null of the first side has no effect. */
export function nullCauseOfLogic(operator: "and" | "or", left: Expression, right: Expression): readonly Expression[] {
  const unguarded = (side: Expression, other: Expression): readonly Expression[] => {
    const settled = new Set(factsOf(other, operator === "and"));
    const guarded = new Set(onlyNullTests(other, operator === "and"));
    return nullCause(side).filter((each) => {
      const key = keyOf(each);
      return key === undefined || !settled.has(key) || !guarded.has(key);
    });
  };
  return [...unguarded(left, right), ...unguarded(right, left)];
}

/** The paths that the condition compares with null: only these comparisons are never null themselves. */
function onlyNullTests(condition: Expression, truth: boolean): string[] {
  if (condition.kind === "call" && condition.function === "not" && condition.arguments[0]) return onlyNullTests(condition.arguments[0], !truth);
  if (condition.kind !== "binary") return [];
  const { operator, left, right } = condition;
  if ((operator === "and" && truth) || (operator === "or" && !truth)) return [...onlyNullTests(left, truth), ...onlyNullTests(right, truth)];
  if (operator !== (truth ? "!=" : "=")) return [];
  const other = [left, right].find((each) => !(each.kind === "literal" && each.value === null));
  const key = other && left !== right && [left, right].some((each) => each.kind === "literal" && each.value === null) ? keyOf(other) : undefined;
  return key === undefined ? [] : [key];
}
