/** What a condition looks for, as a hash, so that attempts for somebody who isn't there are counted too. */
import { hash } from "node:crypto";
import type { Expression } from "@nonet/feel";
import type { ChangeContext } from "../change/change-context.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { evaluate } from "../effects/evaluate-expression.ts";

/** Of `User[email = body.email]`: the value of `body.email`. Empty for other expressions. */
export async function soughtValues(context: ChangeContext, scope: StatementScope, of: Expression): Promise<string> {
  if (of.kind === "index") return soughtValues(context, scope, of.of);
  if (of.kind !== "filter") return "";
  const values: unknown[] = [];
  for (const side of comparedSides(of.condition, of.item)) values.push(await evaluate(context, scope, side));
  return hash("sha256", JSON.stringify(values).toLowerCase(), "hex");
}

/** The sides of the condition's equations that don't mention the record. */
function comparedSides(condition: Expression, item: string): readonly Expression[] {
  if (condition.kind !== "binary") return [];
  const { operator, left, right } = condition;
  return operator === "=" ? [left, right].filter((side) => !mentions(side, item)) : [...comparedSides(left, item), ...comparedSides(right, item)];
}

const mentions = (node: unknown, variable: string): boolean =>
  node !== null &&
  typeof node === "object" &&
  (("kind" in node && node.kind === "variable" && "name" in node && node.name === variable) || Object.values(node).some((one) => mentions(one, variable)));
