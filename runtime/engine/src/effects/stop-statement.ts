/** The statement `stop`: refuses the change with an error of the catalogue, or with a built-in one. */
import { sourceLocation, type Statement } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { stopChange } from "../change/report.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import type { RefusalKind } from "../contract/outcome.ts";
import { catalogueError } from "../refusals/catalogue-error.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { variables } from "./evaluate-expression.ts";

/** The kinds of the built-in codes that a document may use without listing them in its catalogue. */
const builtInKinds: Readonly<Record<string, RefusalKind>> = {
  NOT_FOUND: "not found",
  NOT_SIGNED_IN: "not signed in",
  NOT_PERMITTED: "not permitted",
  CHANGED_MEANWHILE: "changed meanwhile",
  TOO_MANY_REQUESTS: "too many",
  CALL_FAILED: "call failed",
  NOT_SHOWN: "not shown",
  INVALID_VALUE: "invalid",
  REQUIRED: "invalid",
  MALFORMED: "malformed",
};

export async function runStop(context: ChangeContext, scope: StatementScope, { code, source }: Extract<Statement, { kind: "stop" }>): Promise<never> {
  const { product, connection, reader } = context;
  const where = { rule: scope.action, ...sourceLocation(product, source) };
  if (product.errors.some((e) => e.code === code)) {
    const about = { entity: scope.entity, id: scope.id, variables: variables(context, scope), reader };
    return stopChange(context, refuse("conflict", await catalogueError(connection, product, code, about, where)));
  }
  const kind = builtInKinds[code] ?? "conflict";
  if (code === "NOT_FOUND") return stopChange(context, refuse(kind, problem("not-found", "There is nothing here, or nothing that you may see.", where)));
  const words = code.toLowerCase();
  return stopChange(context, refuse(kind, problem(words.replaceAll("_", "-"), words.replaceAll("_", " "), where)));
}
