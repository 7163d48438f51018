/** The records that an expression of a statement gives. */
import { recordsQuery } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import type { ChangeContext } from "../change/change-context.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { variables } from "./evaluate-expression.ts";

/** By their ids. */
export async function recordsIn(context: ChangeContext, scope: StatementScope, expression: Expression): Promise<readonly string[]> {
  if (expression.kind === "variable" && expression.name === "this" && scope.id) return [scope.id];
  const rows = await context.connection.rows(recordsQuery(context.product, scope.entity, scope.id, expression, variables(context, scope), scope.reader ?? null));
  return rows.map((r) => r["id"] as string);
}
