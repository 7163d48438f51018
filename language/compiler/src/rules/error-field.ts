/** The field at which a form shows the error of a rule, if the document doesn't say: the first field of the record that the rule reads and a person can fill in. */
import type { Expression } from "@nonet/feel";
import { comparedFields, expressionsOfRule, type Field, type RuleBody } from "@nonet/model";
import { children } from "../trees/walk.ts";

export function fittingField(body: RuleBody, fields: readonly Field[] | undefined): string | null {
  if (!fields) return null;
  const [compared] = comparedFields(body);
  if (compared !== undefined) return compared;
  const [expression] = expressionsOfRule(body);
  return expression ? firstField(expression, fields, 0) : null;
}

function firstField(expression: Expression, fields: readonly Field[], depth: number): string | null {
  if (expression.kind === "path" && expression.of.kind === "variable" && expression.of.name === "this") {
    const field = fields.find((f) => f.name === expression.field);
    if (field?.computed) return depth < 5 ? firstField(field.computed, fields, depth + 1) : null;
    if (field && field.readOnly !== true && field.type.kind !== "inverse" && field.type.kind !== "sequence") return field.name;
  }
  for (const child of children(expression)) {
    const found = firstField(child, fields, depth);
    if (found !== null) return found;
  }
  return null;
}
