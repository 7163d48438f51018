/** Failed calls: the Owner lists them, retries them or drops them. */
import type { FastifyInstance } from "fastify";
import { json, noContent, problem, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { say } from "@nonet/texts";

export function routeOutbox(app: FastifyInstance, server: ServerContext): void {
  const { failedCalls } = server.engine;
  route(app, server, "GET", "/api/outbox/failed", async ({ actor }) => {
    const failed = await failedCalls.list(actor);
    return failed.ok ? json(200, failed.value) : refusal(failed.refusal);
  });
  for (const operation of ["retry", "drop"] as const) {
    route(app, server, "POST", `/api/outbox/failed/${operation}`, async ({ actor, query }) => {
      const { call = null } = query;
      if (call !== null && typeof call !== "string") return problem("malformed", say("the-parameter-call-is-given-twice"));
      const outcome = await failedCalls[operation === "retry" ? "retryAll" : "dropAll"](actor, call);
      return outcome.ok ? json(200, { count: outcome.value }) : refusal(outcome.refusal);
    });
    route(app, server, "POST", `/api/outbox/failed/:id/${operation}`, async ({ actor, params }) => {
      const outcome = await failedCalls[operation](actor, params.id!);
      return outcome.ok ? noContent() : refusal(outcome.refusal);
    });
  }
}
