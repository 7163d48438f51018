/** `POST /api/-/presence`: a page says which record it shows, and gets who else has it open (default 258). */
import { isId } from "@nonet/model";
import type { FastifyInstance } from "fastify";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, noContent, problem, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { findEntity } from "../requests/find-entity.ts";
import { knownKeys } from "../requests/known-keys.ts";
import type { Presence } from "./presence.ts";

export function routePresence(app: FastifyInstance, server: ServerContext, presence: Presence): void {
  route(app, server, "POST", "/api/-/presence", (context) => respond(server, context, presence), { reads: true });
}

async function respond({ engine }: ServerContext, { actor, request }: RequestContext, presence: Presence): Promise<HttpResponse> {
  if (actor.kind !== "person") return problem("not-signed-in", "Sign in to see who else is here.");
  const body = readObject(request);
  if (!body.ok) return body.response;
  const known = knownKeys(body.value, new Set(["page", "path", "id"]), "Presence");
  if (!known.ok) return known.response;
  const { page, path, id } = body.value;
  if (typeof page !== "string" || !isId(page)) return problem("malformed", "`page` is a UUID that the page chose for its stream of events.");
  const open = { person: actor.id, page };
  if (path === null) {
    presence.report(open, null);
    return noContent();
  }
  if (typeof path !== "string" || typeof id !== "string")
    return problem("malformed", "`path` and `id` name the record that the page shows; a `path` of null says that it shows none.");
  const entity = findEntity(engine.product, path);
  if (!entity.ok) return entity.response;
  const record = { entity: entity.value.name, id };
  const others = await engine.comments.readersAmong(actor, record, presence.peopleAt(record));
  if (!others.ok) return refusal(others.refusal);
  // An Owner who looks at the product as somebody else isn't that person.
  if (actor.supportBy === undefined) presence.report(open, record);
  return json(200, { items: others.value });
}
