/** Evaluates one expression of a statement in its scope. */
import { type Variables, valuesQuery } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type ChangeContext, variablesOf } from "../change/change-context.ts";
import type { StatementScope } from "../change/statement-scope.ts";

export const variables = (context: ChangeContext, scope: StatementScope): Variables => variablesOf(context, scope.id ? context.changed.get(scope.id) : undefined, scope.others);

/** In the API's forms; an expression that reads something not shown refuses the change. */
export async function evaluate(context: ChangeContext, scope: StatementScope, expression: Expression): Promise<unknown> {
  const query = valuesQuery(context.product, scope.entity, scope.id, [{ name: "value", expression }], variables(context, scope), scope.reader ?? null);
  const values = (await context.connection.row(query))?.["values"] as Record<string, unknown> | undefined;
  return values?.["value"] ?? null;
}

/** Of an offered call: conditions and effects see everything, what the call answers and selects is what its caller may read. */
export function seeingEverything(scope: StatementScope): StatementScope {
  const seeing: { reader?: unknown } & StatementScope = { ...scope };
  delete seeing.reader;
  return seeing;
}
