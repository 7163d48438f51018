/** The values that a statement gives to fields and to the input of actions. */
import { type Expression, fold, type Type } from "@nonet/feel";
import { type Action, type Entity, fieldOf, referenceId, sourceLocation } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { report, stopChange } from "../change/report.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { fieldLabel } from "../input/field-label.ts";
import { parseValue } from "../input/parse-value.ts";
import { storable } from "../input/rich-text.ts";
import { resolveReferences } from "../records/resolve-references.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { evaluate, seeingEverything } from "./evaluate-expression.ts";

/** A value from outside (the body of a call) has no type of its own, so it is parsed as a person's input is. */
export async function valueFor(context: ChangeContext, scope: StatementScope, entity: Entity, name: string, expression: Expression): Promise<unknown> {
  const field = fieldOf(entity, name);
  // A record that the caller may not read can't be referred to.
  const seen = namesRecords(expression.type) ? scope : seeingEverything(scope);
  const value = storable(field, referenceId(await evaluate(context, seen, expression)));
  if (expression.type.kind !== "any" || value === null) return value;
  if (value === "") return null;
  if (!field) return value;
  const parsed = parseValue(field, value);
  if ("error" in parsed) {
    const where = { field: field.key, rule: scope.action, ...sourceLocation(context.product, expression.span) };
    return stopChange(context, refuse("invalid", problem("invalid-value", `${fieldLabel(field)} ${parsed.error}`, where)));
  }
  if (field.type.kind !== "reference" && field.type.kind !== "references") return parsed.value;
  const { values, errors } = await resolveReferences(context, new Map([[field, parsed.value]]), null);
  report(context, errors);
  return values.get(field);
}

const namesRecords = (type: Type): boolean => (type.kind === "list" ? namesRecords(type.of) : type.kind === "record");

/** The input of an action, by JSON key. */
export async function inputFor(
  context: ChangeContext,
  scope: StatementScope,
  given: readonly { readonly field: string; readonly value: Expression }[],
  action: Action | undefined,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const { field, value } of given) {
    const key = action?.asks.find((a) => fold(a.field.name) === fold(field))?.field.key ?? field;
    input[key] = referenceId(await evaluate(context, namesRecords(value.type) ? scope : seeingEverything(scope), value));
  }
  return input;
}
