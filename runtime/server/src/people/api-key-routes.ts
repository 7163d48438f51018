/** A person's own API keys: made here, shown once, listed by name, deleted. */
import type { FastifyInstance } from "fastify";
import { readObject } from "../http/json-body.ts";
import { json, nothing, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { knownKeys, requiredTexts } from "../requests/known-keys.ts";

export function routeKeys(app: FastifyInstance, room: ServerContext): void {
  const { people } = room.engine;
  route(app, room, "GET", "/api/me/keys", async ({ actor }) => {
    const keys = await people.keys(actor);
    return keys.ok ? json(200, { items: keys.value }) : refusal(keys.refusal);
  });
  // The answer holds the key, so it isn't kept for a repeat.
  route(
    app,
    room,
    "POST",
    "/api/me/keys",
    async (ask) => {
      const body = readObject(ask.request);
      if (!body.ok) return body.answer;
      const known = knownKeys(body.value, new Set(["name"]), "A key");
      if (!known.ok) return known.answer;
      const texts = requiredTexts(body.value, ["name"]);
      if (!texts.ok) return texts.answer;
      const made = await people.addKey(ask.actor, texts.value.name);
      return made.ok ? json(201, made.value) : refusal(made.refusal);
    },
    { ownRepeats: true },
  );
  route(app, room, "DELETE", "/api/me/keys/:key", async ({ actor, params }) => {
    const gone = await people.deleteKey(actor, params.key!);
    return gone.ok ? nothing() : refusal(gone.refusal);
  });
}
