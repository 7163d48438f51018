import { sourceLocation, type Statement } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { catalogueError } from "../refusals/catalogue-error.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { variables } from "./evaluate-expression.ts";

/** The kinds of the built-in codes that a document may stop with without listing them. */
const builtIn: Readonly<Record<string, Parameters<typeof refuse>[0]>> = {
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

export async function refusalOf(context: ChangeContext, place: StatementScope, { code, source }: Extract<Statement, { kind: "stop" }>): Promise<ReturnType<typeof refuse>> {
  const more = { rule: place.action, ...sourceLocation(context.product, source) };
  const listed = context.product.errors.some((e) => e.code === code);
  const kind = listed ? "conflict" : (builtIn[code] ?? "conflict");
  if (!listed && code === "NOT_FOUND") return refuse(kind, problem("not-found", "There is nothing here, or nothing that you may see.", more));
  return refuse(
    kind,
    listed
      ? await catalogueError(context.connection, context.product, code, { entity: place.entity, id: place.id, variables: variables(context, place), reader: context.reader }, more)
      : problem(code.toLowerCase().replaceAll("_", "-"), code.toLowerCase().replaceAll("_", " "), more),
  );
}
