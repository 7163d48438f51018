/**
 * `GET /healthz` and `GET /readyz`, for process managers and load balancers. They answer under any host, because a
 * balancer asks for a bare IP address.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { json, send } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";

export type Draining = () => boolean;

/** Milliseconds. A database that takes longer is no use to people either. */
const patience = 2_000;

export function routeHealth(app: FastifyInstance, server: ServerContext, isDraining: Draining): void {
  // The process answers, whatever the database does: restarting it would not help the database.
  routeForMachines(app, server, "/healthz", async (_request, reply) => send(reply, json(200, { status: "ok" })));
  routeForMachines(app, server, "/readyz", async (_request, reply) => {
    const reasons = await reasonsNotReady(server, isDraining);
    return send(reply, reasons.length === 0 ? json(200, { status: "ready" }) : json(503, { status: "not ready", reasons }, { "retry-after": "5" }));
  });
}

async function reasonsNotReady({ engine }: ServerContext, isDraining: Draining): Promise<readonly string[]> {
  if (isDraining()) return ["The server is shutting down."];
  const { database, current } = await engine.watch.readiness(patience);
  if (!database) return ["The database doesn't answer."];
  return current ? [] : ["Another version of the document is live in the database."];
}

/** If the document has a screen at the path, browsers get the screen. */
export function routeForMachines(
  app: FastifyInstance,
  { engine }: ServerContext,
  url: string,
  respond: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const isScreen = (request: FastifyRequest): boolean =>
    (request.headers.accept ?? "").includes("text/html") && engine.product.screens.some(({ route }) => route.toLowerCase() === url);
  app.get(url, async (request, reply) => (isScreen(request) ? reply.callNotFound() : respond(request, reply)));
}
