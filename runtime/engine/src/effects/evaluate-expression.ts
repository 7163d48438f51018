import { valuesQuery } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type ChangeContext, type ChangedRecord, variablesOf } from "../change/change-context.ts";
import type { StatementScope } from "../change/statement-scope.ts";

const touchedAt = (context: ChangeContext, place: StatementScope): ChangedRecord | undefined => (place.id ? context.changed.get(place.id) : undefined);
export const variables = (context: ChangeContext, place: StatementScope) => variablesOf(context, touchedAt(context, place), place.others);

/** One expression's value in the API's forms; what is not shown refuses. */
export async function evaluate(context: ChangeContext, place: StatementScope, expression: Expression): Promise<unknown> {
  const row = await context.connection.row(valuesQuery(context.product, place.entity, place.id, [{ name: "value", expression }], variables(context, place), place.reader ?? null));
  const value = (row?.["values"] as Record<string, unknown> | undefined)?.["value"] ?? null;
  return value;
}
