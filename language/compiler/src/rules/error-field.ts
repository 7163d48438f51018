/** The field at which a form shows the error of a rule, if the document doesn't say: the first field of the record that the rule reads and a person can fill in. */
import type { Expression } from "@nonet/feel";
import type { Field, RuleBody } from "@nonet/model";
import { children } from "../trees/walk.ts";

export function fittingField(body: RuleBody, fields: readonly Field[] | undefined): string | null {
  if (!fields) return null;
  if (body.kind === "unique") return body.fields[0] ?? null;
  if (body.kind === "no overlap") return body.per[0] ?? firstField(body.low, fields, 0);
  return firstField(body.expression, fields, 0);
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
