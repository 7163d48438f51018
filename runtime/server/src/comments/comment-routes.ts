/** Comments at `/api/{entity}/{id}/comments`, and whom they can mention. An action of the document of that name comes first. */
import type { Entity } from "@nonet/model";
import type { FastifyInstance } from "fastify";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, noContent, problem, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { knownKeys } from "../requests/known-keys.ts";
import { withEntity } from "../requests/record-response.ts";
import { pageOf } from "./page-of.ts";

const ordinaryPage = 50;

export function routeComments(app: FastifyInstance, server: ServerContext): void {
  route(app, server, "PATCH", "/api/:entity/:id/comments/:comment", (context) => withComments(server, context, (entity) => edit(server, context, entity)));
  route(app, server, "DELETE", "/api/:entity/:id/comments/:comment", (context) => withComments(server, context, (entity) => remove(server, context, entity)));
}

export const hasComments = ({ engine }: ServerContext, path: string): boolean => engine.product.entities.some((entity) => entity.path === path && entity.comments !== undefined);

const withComments = (server: ServerContext, context: RequestContext, respond: (entity: Entity) => Promise<HttpResponse>): Promise<HttpResponse> =>
  withEntity(server, context, async (entity) => (entity.comments ? respond(entity) : problem("not-found", `Records of ${entity.name} have no comments.`)));

const recordOf = ({ params }: RequestContext, entity: Entity) => ({ entity: entity.name, id: params.id! });

/** Null for what isn't about comments. */
export async function readComments(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse | null> {
  const { comments } = server.engine;
  if (context.params.what === "mentionable") {
    const { search } = context.query;
    const people = await comments.mentionable(context.actor, recordOf(context, entity), typeof search === "string" ? search : "");
    return people.ok ? json(200, { items: people.value }) : refusal(people.refusal);
  }
  if (context.params.what !== "comments") return null;
  const page = pageOf(context, ordinaryPage);
  if (!page.ok) return page.response;
  const list = await comments.list(context.actor, recordOf(context, entity), page.value);
  return list.ok ? json(200, list.value) : refusal(list.refusal);
}

export async function addComment(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse> {
  const text = textOf(context);
  if (!text.ok) return text.response;
  const added = await server.engine.comments.add(context.actor, recordOf(context, entity), text.value);
  return added.ok ? json(201, added.value) : refusal(added.refusal);
}

async function edit(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse> {
  const text = textOf(context);
  if (!text.ok) return text.response;
  const edited = await server.engine.comments.edit(context.actor, recordOf(context, entity), context.params.comment!, text.value);
  return edited.ok ? json(200, edited.value) : refusal(edited.refusal);
}

async function remove(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse> {
  const removed = await server.engine.comments.remove(context.actor, recordOf(context, entity), context.params.comment!);
  return removed.ok ? noContent() : refusal(removed.refusal);
}

function textOf({ request }: RequestContext): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly response: HttpResponse } {
  const body = readObject(request);
  if (!body.ok) return body;
  const known = knownKeys(body.value, new Set(["text"]), "A comment");
  return known.ok ? { ok: true, value: body.value["text"] } : known;
}
