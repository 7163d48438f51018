/** Saved views of lists: at `/api/views`, and at `/api/-/views` even where an entity has taken that name. */
import type { FastifyInstance } from "fastify";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, noContent, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { unlessEntity } from "../requests/entity-path.ts";
import { knownKeys } from "../requests/known-keys.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";

export function routeViews(app: FastifyInstance, server: ServerContext, records: RecordHandlers): void {
  const handlers = {
    list: (context: RequestContext) => list(server, context),
    create: (context: RequestContext) => save(server, context),
    update: (context: RequestContext) => share(server, context),
    delete: (context: RequestContext) => remove(server, context),
  };
  route(app, server, "GET", "/api/-/views", handlers.list);
  route(app, server, "POST", "/api/-/views", handlers.create);
  route(app, server, "PATCH", "/api/-/views/:id", handlers.update);
  route(app, server, "DELETE", "/api/-/views/:id", handlers.delete);
  route(app, server, "GET", "/api/views", unlessEntity(server, "views", handlers.list, records.list));
  route(app, server, "POST", "/api/views", unlessEntity(server, "views", handlers.create, records.create));
  route(app, server, "PATCH", "/api/views/:id", unlessEntity(server, "views", handlers.update, records.update));
  route(app, server, "DELETE", "/api/views/:id", unlessEntity(server, "views", handlers.delete, records.delete));
}

async function list(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const views = await server.engine.views.list(context.actor, context.query.screen);
  return views.ok ? json(200, { items: views.value }) : refusal(views.refusal);
}

async function save(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const known = knownKeys(body.value, new Set(["screen", "name", "shared", "state"]), "A view");
  if (!known.ok) return known.response;
  const { screen, name, shared = false, state } = body.value;
  const outcome = await server.engine.views.save(context.actor, { screen, name, shared, state });
  return outcome.ok ? json(201, outcome.value) : refusal(outcome.refusal);
}

async function share(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const known = knownKeys(body.value, new Set(["shared"]), "A change of a view");
  if (!known.ok) return known.response;
  const outcome = await server.engine.views.share(context.actor, context.params.id!, body.value["shared"]);
  return outcome.ok ? json(200, outcome.value) : refusal(outcome.refusal);
}

async function remove(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const outcome = await server.engine.views.remove(context.actor, context.params.id!);
  return outcome.ok ? noContent() : refusal(outcome.refusal);
}
