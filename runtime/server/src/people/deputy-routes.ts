/** The signed-in user's deputies: at `/api/deputies`, and at `/api/-/deputies` even where an entity has taken that name. */
import type { FastifyInstance } from "fastify";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, noContent, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { unlessEntity } from "../requests/entity-path.ts";
import { knownKeys } from "../requests/known-keys.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";

export function routeDeputies(app: FastifyInstance, server: ServerContext, records: RecordHandlers): void {
  const handlers = {
    list: (context: RequestContext) => list(server, context),
    create: (context: RequestContext) => nameDeputy(server, context),
    delete: (context: RequestContext) => remove(server, context),
  };
  route(app, server, "GET", "/api/-/deputies", handlers.list);
  route(app, server, "POST", "/api/-/deputies", handlers.create);
  route(app, server, "DELETE", "/api/-/deputies/:id", handlers.delete);
  route(app, server, "GET", "/api/deputies", unlessEntity(server, "deputies", handlers.list, records.list));
  route(app, server, "POST", "/api/deputies", unlessEntity(server, "deputies", handlers.create, records.create));
  route(app, server, "DELETE", "/api/deputies/:id", unlessEntity(server, "deputies", handlers.delete, records.delete));
}

async function list(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const deputies = await server.engine.deputies.list(context.actor);
  return deputies.ok ? json(200, { items: deputies.value }) : refusal(deputies.refusal);
}

async function nameDeputy(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const known = knownKeys(body.value, new Set(["deputy", "from", "to"]), "A deputy");
  if (!known.ok) return known.response;
  const { deputy, from, to } = body.value;
  const outcome = await server.engine.deputies.name(context.actor, { deputy, from, to });
  return outcome.ok ? json(201, outcome.value) : refusal(outcome.refusal);
}

async function remove(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const outcome = await server.engine.deputies.remove(context.actor, context.params.id!);
  return outcome.ok ? noContent() : refusal(outcome.refusal);
}
