/** What could not be sent: the Owner sees it, sends it again or drops it. */
import type { FastifyInstance } from "fastify";
import { json, nothing, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";

export function routeOutbox(app: FastifyInstance, room: ServerContext): void {
  const { failedCalls } = room.engine;
  route(app, room, "GET", "/api/outbox/failed", async ({ actor }) => {
    const failed = await failedCalls.list(actor);
    return failed.ok ? json(200, failed.value) : refusal(failed.refusal);
  });
  for (const what of ["retry", "drop"] as const) {
    route(app, room, "POST", `/api/outbox/failed/:id/${what}`, async ({ actor, params }) => {
      const done = await failedCalls[what](actor, params.id!);
      return done.ok ? nothing() : refusal(done.refusal);
    });
  }
}
