import { type Expression, fold } from "@nonet/feel";
import { type Action, entityOf, sourceLocation } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { fieldLabel } from "../input/field-label.ts";
import { readValue } from "../input/parse-values.ts";
import { resolveReferences } from "../records/resolve-references.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { evaluate } from "./evaluate-expression.ts";

/** A value for a field. What came from outside has no type of its own, so it is read as a person's input would be. */
export async function valueFor(context: ChangeContext, place: StatementScope, entity: string, name: string, expression: Expression): Promise<unknown> {
  const value = plain(await evaluate(context, place, expression));
  if (expression.type.kind !== "any" || value === null || value === "") return value === "" && expression.type.kind === "any" ? null : value;
  const field = entityOf(context.product, entity)?.fields.find((f) => f.name === name);
  if (!field) return value;
  const read = readValue(field, value);
  if ("value" in read)
    return field.type.kind === "reference" || field.type.kind === "references"
      ? (await resolveReferences(context, { ...entityOf(context.product, entity)!, fields: [field] }, { [name]: read.value }))[name]
      : read.value;
  return stop(
    refuse(
      "invalid",
      problem("invalid-value", `${fieldLabel(field)} ${read.wrong}`, { field: field.key, rule: place.action, ...sourceLocation(context.product, expression.span) }),
    ),
  );
}

/** What an action asks for, by JSON key. */
export async function values(
  context: ChangeContext,
  place: StatementScope,
  given: readonly { readonly field: string; readonly value: Expression }[],
  action: Action | undefined,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { field, value } of given) found[action?.asks.find((a) => fold(a.field.name) === fold(field))?.field.key ?? field] = plain(await evaluate(context, place, value));
  return found;
}

/** A reference as its id: how a column takes it. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return value !== null && typeof value === "object" && "id" in value ? value.id : value;
}
