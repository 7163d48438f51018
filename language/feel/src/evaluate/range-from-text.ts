/** The built-in function `range(text)`, which reads a range of literals from a text at run time. */
import type { Builtin } from "../builtins/builtin.ts";
import { check } from "../check/check.ts";
import type { Expression } from "../types/expression.ts";
import type { Scope } from "../types/scope.ts";
import { compare } from "../values/compare.ts";
import { standard } from "../values/environment.ts";
import { kindOf, RangeValue, single } from "../values/value.ts";
import { type Bound, compileNode } from "./run.ts";

const emptyScope: Scope = { lookup: () => undefined, names: () => [], fieldsOf: () => undefined };

/** Returns null for a text that isn't a range of literals, or whose lower end is above its upper end. */
export function rangeFromText({ compileNode: compiler }: Bound): Builtin {
  return ([text = null], { environment }) => {
    const only = single(text);
    if (typeof only !== "string") return null;
    const { expression, diagnostics } = check(only, { file: 0, from: 0 }, emptyScope, { dynamic: true });
    if (diagnostics.length > 0 || expression.kind !== "range" || !isLiteral(expression.low) || !isLiteral(expression.high)) return null;
    const range = compileNode(expression, { compileNode: compiler, slots: new Map(), dialect: standard })({ environment, dialect: standard }, []);
    if (!(range instanceof RangeValue)) return null;
    const { low = null, high = null } = range;
    const order = kindOf(low) === kindOf(high) ? compare(low, high) : null;
    return order !== null && order <= 0 ? range : null;
  };
}

function isLiteral(expression: Expression | null): boolean {
  if (!expression) return false;
  return (
    expression.kind === "literal" ||
    (expression.kind === "call" && ["date", "time", "date and time", "duration"].includes(expression.function) && expression.arguments.every((each) => each.kind === "literal"))
  );
}
