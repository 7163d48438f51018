/** The notifications of whoever is signed in, at `/api/-/notifications`. */
import type { FastifyInstance } from "fastify";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, noContent, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { knownKeys } from "../requests/known-keys.ts";
import { pageOf } from "./page-of.ts";

const ordinaryPage = 20;

export function routeNotifications(app: FastifyInstance, server: ServerContext): void {
  route(app, server, "GET", "/api/-/notifications", (context) => list(server, context));
  route(app, server, "POST", "/api/-/notifications/read", (context) => markRead(server, context));
  route(app, server, "PATCH", "/api/-/notifications/settings", (context) => setMail(server, context));
}

async function list({ engine }: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const page = pageOf(context, ordinaryPage);
  if (!page.ok) return page.response;
  const found = await engine.comments.notifications.list(context.actor, page.value);
  if (!found.ok) return refusal(found.refusal);
  const pathOf = (name: string): string => engine.product.entities.find((entity) => entity.name === name)?.path ?? "";
  return json(200, { ...found.value, items: found.value.items.map((item) => ({ ...item, record: { ...item.record, path: pathOf(item.record.entity) } })) });
}

async function markRead({ engine }: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const known = knownKeys(body.value, new Set(["ids"]), "Marking notifications as read");
  if (!known.ok) return known.response;
  const outcome = await engine.comments.notifications.markRead(context.actor, body.value["ids"]);
  return outcome.ok ? noContent() : refusal(outcome.refusal);
}

async function setMail({ engine }: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const known = knownKeys(body.value, new Set(["mail"]), "The settings of notifications");
  if (!known.ok) return known.response;
  const outcome = await engine.comments.notifications.setMail(context.actor, body.value["mail"]);
  return outcome.ok ? noContent() : refusal(outcome.refusal);
}
