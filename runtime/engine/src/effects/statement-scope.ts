import { type Reader, valuesQuery } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type ChangedRecord, variablesOf, type ChangeContext } from "../change/change-context.ts";

/** The record that `this` is, the action that runs, and the names bound so far. */
export interface StatementScope {
  readonly entity: string | null;
  readonly id: string | null;
  readonly action: string;
  readonly others: Readonly<Record<string, unknown>>;
  /** Whose sight the expressions have: an offered call sees what the asker may see. Absent: everything is seen. */
  readonly reader?: Reader;
}

const touchedAt = (context: ChangeContext, place: StatementScope): ChangedRecord | undefined => (place.id ? context.changed.get(place.id) : undefined);
export const variables = (context: ChangeContext, place: StatementScope) => variablesOf(context, touchedAt(context, place), place.others);

/** One expression's value in the API's forms; what is not shown refuses. */
export async function evaluate(context: ChangeContext, place: StatementScope, expression: Expression): Promise<unknown> {
  const row = await context.connection.row(valuesQuery(context.product, place.entity, place.id, [{ name: "value", expression }], variables(context, place), place.reader ?? null));
  const value = (row?.["values"] as Record<string, unknown> | undefined)?.["value"] ?? null;
  return value;
}
