/**
 * A guard in words: `start date <= today()` is "start date is today or earlier". Comparisons of fields, constants and
 * plain values have words; anything else has none, and its reason says only that the action isn't possible now.
 */
import type { BinaryOperator, Expression } from "@nonet/feel";
import { named, say } from "@nonet/texts";

type Comparison = Extract<BinaryOperator, "=" | "!=" | "<" | "<=" | ">" | ">=">;

/** Null where the expression has no plain words. */
export function guardWords(e: Expression): string | null {
  switch (e.kind) {
    case "binary":
      return e.operator === "and" || e.operator === "or" ? joined(e, e.operator) : compared(e.operator as Comparison, e.left, e.right);
    case "path":
      return e.type.kind === "boolean" ? about(e, (left) => say("guard-yes", { left })) : null;
    case "call":
      return e.function === "not" && e.arguments[0]?.kind === "path" ? about(e.arguments[0], (left) => say("guard-no", { left })) : null;
    default:
      return null;
  }
}

/** Mixed `and` and `or` would need parentheses. */
function joined({ left, right }: Extract<Expression, { kind: "binary" }>, operator: "and" | "or"): string | null {
  const mixed = [left, right].some((side) => side.kind === "binary" && (side.operator === "and" || side.operator === "or") && side.operator !== operator);
  const words = [guardWords(left), guardWords(right)];
  if (mixed || words.includes(null)) return null;
  return operator === "and" ? say("guard-and", { left: words[0], right: words[1] }) : say("guard-or", { left: words[0], right: words[1] });
}

function compared(operator: Comparison, left: Expression, right: Expression): string | null {
  if (isNull(right)) return operator === "=" ? about(left, (l) => say("guard-empty", { left: l })) : operator === "!=" ? about(left, (l) => say("guard-given", { left: l })) : null;
  if (right.kind === "literal" && typeof right.value === "boolean")
    return operator === "=" || operator === "!=" ? about(left, (l) => ((operator === "=") === right.value ? say("guard-yes", { left: l }) : say("guard-no", { left: l }))) : null;
  const [l, r] = [operand(left), operand(right)];
  if (l === null || r === null || left.kind === "literal") return null;
  const values = { left: l, right: r };
  const isTime = left.type.kind === "date" || left.type.kind === "date and time" || left.type.kind === "time";
  switch (operator) {
    case "=":
      return say("guard-equal", values);
    case "!=":
      return say("guard-unequal", values);
    case "<":
      return isTime ? say("guard-before", values) : say("guard-less", values);
    case "<=":
      return isTime ? say("guard-until", values) : say("guard-at-most", values);
    case ">":
      return isTime ? say("guard-after", values) : say("guard-more", values);
    case ">=":
      return isTime ? say("guard-from", values) : say("guard-at-least", values);
    default:
      return null;
  }
}

const isNull = (e: Expression): boolean => e.kind === "literal" && e.value === null;

function about(e: Expression, words: (name: string) => string): string | null {
  const name = operand(e);
  return name === null ? null : words(name);
}

function operand(e: Expression): string | null {
  switch (e.kind) {
    case "path": {
      if (e.of.kind === "variable") return e.of.name === "this" || e.of.name === "asked" ? named(e.field) : null;
      const of = e.of.kind === "path" ? operand(e.of) : null;
      return of === null ? null : say("guard-field-of", { field: named(e.field), of });
    }
    case "literal":
      return e.type.kind === "string" ? `“${named(String(e.value))}”` : e.type.kind === "number" || e.type.kind === "date" ? String(e.value) : null;
    case "global":
      return ["number", "date", "string", "days and time duration"].includes(e.type.kind) ? named(e.name) : null;
    case "call":
      return e.arguments.length > 0 ? null : e.function === "today" ? say("guard-today") : e.function === "now" ? say("guard-now") : null;
    default:
      return null;
  }
}
