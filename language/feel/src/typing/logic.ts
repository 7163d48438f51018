/** Builds `and`, `or` and conditions, which need booleans. */
import { nullCauseOfLogic } from "../analysis/null-cause.ts";
import { cover, hole, type Reader, report } from "../syntax/reader.ts";
import { describe } from "../types/describe.ts";
import type { Expression } from "../types/expression.ts";
import { boolean, isLoose } from "../types/relations.ts";

export function buildAnd(r: Reader, left: Expression, right: Expression): Expression {
  return connect(r, "and", left, right);
}

export function buildOr(r: Reader, left: Expression, right: Expression): Expression {
  return connect(r, "or", left, right);
}

function connect(r: Reader, operator: "and" | "or", left: Expression, right: Expression): Expression {
  const a = checkCondition(r, left, `before \`${operator}\``);
  const b = checkCondition(r, right, `after \`${operator}\``);
  return {
    kind: "binary",
    operator,
    left: a,
    right: b,
    type: boolean,
    nullable: nullCauseOfLogic(operator, a, b).length > 0 || [a, b].some((each) => each.nullable && each.kind === "hole"),
    span: cover(left.span, right.span),
  };
}

/** The condition itself, or a `hole` if it isn't a boolean. */
export function checkCondition(r: Reader, condition: Expression, where: string): Expression {
  if (r.dynamic || condition.type.kind === "boolean" || isLoose(condition.type)) return condition;
  report(r, "type-mismatch", condition.span, `Expected a condition ${where}, but this is ${describe(condition.type)}.`, {
    hint: "A condition must give yes or no. Compare the value with something.",
  });
  return hole(condition.span);
}
