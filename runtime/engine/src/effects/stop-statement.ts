/** The statement `stop`: refuses the change with an error of the catalogue, or with a built-in one. */
import { sourceLocation, type Statement } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { stopChange } from "../change/report.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import type { Refusal, RefusalKind } from "../contract/outcome.ts";
import { catalogueError } from "../refusals/catalogue-error.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { variables } from "./evaluate-expression.ts";
import { say } from "@nonet/texts";

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

type Coded = Pick<Extract<Statement, { kind: "stop" }>, "code" | "source">;

export async function runStop(context: ChangeContext, scope: StatementScope, statement: Coded): Promise<never> {
  return stopChange(context, { refusal: await refusalWith(context, scope, statement) });
}

/** The error of the catalogue, or the built-in one. */
export async function refusalWith(context: ChangeContext, scope: StatementScope, { code, source }: Coded): Promise<Refusal> {
  const { product, connection, reader } = context;
  const where = { rule: scope.action, ...sourceLocation(product, source) };
  if (product.errors.some((e) => e.code === code)) {
    const about = { entity: scope.entity, id: scope.id, variables: variables(context, scope), reader };
    return refuse("conflict", await catalogueError(connection, product, code, about, where)).refusal;
  }
  const kind = builtInKinds[code] ?? "conflict";
  if (code === "NOT_FOUND") return refuse(kind, problem("not-found", say("there-is-nothing-here-or-nothing-that"), where)).refusal;
  const words = code.toLowerCase();
  return refuse(kind, problem(words.replaceAll("_", "-"), words.replaceAll("_", " "), where)).refusal;
}
