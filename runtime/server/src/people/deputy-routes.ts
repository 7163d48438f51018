/** One's own deputies: at `/api/deputies`, and at `/api/-/deputies` even where an entity has taken that name. */
import { entityAtPath } from "@nonet/api";
import type { FastifyInstance } from "fastify";
import type { RequestContext, Handler } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type Answer, json, nothing, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { routeRemoval } from "../records/record-routes.ts";
import { knownKeys } from "../requests/known-keys.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";

export function routeDeputies(app: FastifyInstance, room: ServerContext, records: RecordHandlers): void {
  const taken = (): boolean => entityAtPath(room.engine.product, "deputies") !== undefined;
  const orEntity =
    (mine: Handler, entity: Handler): Handler =>
    (ask) =>
      taken() ? entity({ ...ask, params: { ...ask.params, entity: "deputies" } }) : mine(ask);
  for (const [path, own] of [
    ["/api/-/deputies", (mine: Handler) => mine],
    ["/api/deputies", null],
  ] as const) {
    const joined = (mine: Handler, entity: Handler): Handler => (own ? own(mine) : orEntity(mine, entity));
    route(
      app,
      room,
      "GET",
      path,
      joined((ask) => list(room, ask), records.list),
    );
    route(
      app,
      room,
      "POST",
      path,
      joined((ask) => name(room, ask), records.create),
    );
    route(
      app,
      room,
      "DELETE",
      `${path}/:id`,
      joined(
        (ask) => remove(room, ask),
        (ask) => routeRemoval(room, ask),
      ),
    );
  }
}

async function list(room: ServerContext, ask: RequestContext): Promise<Answer> {
  const deputies = await room.engine.deputies.list(ask.actor);
  return deputies.ok ? json(200, { items: deputies.value }) : refusal(deputies.refusal);
}

async function name(room: ServerContext, ask: RequestContext): Promise<Answer> {
  const body = readObject(ask.request);
  if (!body.ok) return body.answer;
  const known = knownKeys(body.value, new Set(["deputy", "from", "to"]), "A deputy");
  if (!known.ok) return known.answer;
  const { deputy, from, to } = body.value;
  const done = await room.engine.deputies.name(ask.actor, { deputy, from, to });
  return done.ok ? json(201, done.value) : refusal(done.refusal);
}

async function remove(room: ServerContext, ask: RequestContext): Promise<Answer> {
  const done = await room.engine.deputies.remove(ask.actor, ask.params.id!);
  return done.ok ? nothing() : refusal(done.refusal);
}
