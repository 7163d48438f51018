/** The signed-in user's API keys: each is shown once when it is created, listed by name, and can be deleted. */
import type { FastifyInstance } from "fastify";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, noContent, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { knownKeys } from "../requests/known-keys.ts";
import { requiredTexts } from "../requests/required-texts.ts";

export function routeKeys(app: FastifyInstance, server: ServerContext): void {
  const { people } = server.engine;
  route(app, server, "GET", "/api/me/keys", async ({ actor }) => {
    const keys = await people.keys(actor);
    return keys.ok ? json(200, { items: keys.value }) : refusal(keys.refusal);
  });
  // The response contains the key, so the server must not remember it.
  route(app, server, "POST", "/api/me/keys", (context) => createKey(server, context), { keyMemory: () => "handler" });
  route(app, server, "DELETE", "/api/me/keys/:key", async ({ actor, params }) => {
    const outcome = await people.deleteKey(actor, params.key!);
    return outcome.ok ? noContent() : refusal(outcome.refusal);
  });
}

async function createKey(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const known = knownKeys(body.value, new Set(["name"]), "A key");
  if (!known.ok) return known.response;
  const texts = requiredTexts(body.value, ["name"]);
  if (!texts.ok) return texts.response;
  const key = await server.engine.people.addKey(context.actor, texts.value.name);
  return key.ok ? json(201, key.value) : refusal(key.refusal);
}
