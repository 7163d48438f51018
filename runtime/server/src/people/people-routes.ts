/** The Owner's list of people: at `/api/people`, and at `/api/-/people` even where an entity has taken that name. */
import { entityAtPath } from "@nonet/api";
import type { FastifyInstance } from "fastify";
import type { RequestContext, Handler } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type Answer, json, nothing, type Parsed, parsed, refusal, refused } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { routeChange } from "../records/record-routes.ts";
import { knownKeys, requiredTexts } from "../requests/known-keys.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";
import { performOptions } from "../requests/write-options.ts";

export function routePeople(app: FastifyInstance, room: ServerContext, records: RecordHandlers): void {
  const taken = (): boolean => entityAtPath(room.engine.product, "people") !== undefined;
  const orEntity =
    (mine: Handler, entity: Handler): Handler =>
    (ask) =>
      taken() ? entity({ ...ask, params: { ...ask.params, entity: "people" } }) : mine(ask);
  route(app, room, "GET", "/api/-/people", (ask) => list(room, ask));
  route(app, room, "POST", "/api/-/people", (ask) => invite(room, ask));
  route(app, room, "PATCH", "/api/-/people/:id", (ask) => change(room, ask));
  for (const path of ["/api/-/people/:id", "/api/people/:id"]) {
    route(app, room, "GET", `${path}/data`, (ask) => personData(room, ask));
    route(app, room, "POST", `${path}/erase`, (ask) => erase(room, ask));
  }
  route(
    app,
    room,
    "GET",
    "/api/people",
    orEntity((ask) => list(room, ask), records.list),
  );
  route(
    app,
    room,
    "POST",
    "/api/people",
    orEntity((ask) => invite(room, ask), records.create),
  );
  route(
    app,
    room,
    "PATCH",
    "/api/people/:id",
    orEntity(
      (ask) => change(room, ask),
      (ask) => routeChange(room, ask),
    ),
  );
}

async function list(room: ServerContext, ask: RequestContext): Promise<Answer> {
  const people = await room.engine.people.list(ask.actor);
  return people.ok ? json(200, { items: people.value }) : refusal(people.refusal);
}

/** Everything stored about a person, for the Owner to hand out. */
async function personData(room: ServerContext, ask: RequestContext): Promise<Answer> {
  const data = await room.engine.exportPerson(ask.actor, ask.params.id!);
  return data.ok ? json(200, data.value, { "content-disposition": `attachment; filename="person-${ask.params.id}.json"` }) : refusal(data.refusal);
}

async function erase(room: ServerContext, ask: RequestContext): Promise<Answer> {
  const options = performOptions(ask, ["confirm"]);
  if (!options.ok) return options.answer;
  const done = await room.engine.erasePerson(ask.actor, ask.params.id!, options.value);
  return done.ok ? json(200, done.value) : refusal(done.refusal);
}

async function invite(room: ServerContext, ask: RequestContext): Promise<Answer> {
  const body = readObject(ask.request);
  if (!body.ok) return body.answer;
  const known = knownKeys(body.value, new Set(["email", "name", "roles", "password"]), "A person");
  if (!known.ok) return known.answer;
  // Who comes by single sign-on needs no password.
  const isSingle = body.value.password === undefined && room.engine.product.about.signIn.methods.includes("single sign-on");
  const texts = requiredTexts(body.value, isSingle ? ["email", "name"] : ["email", "name", "password"]);
  if (!texts.ok) return texts.answer;
  const roles = readRoles(room, body.value.roles ?? []);
  if (!roles.ok) return roles.answer;
  const options = performOptions(ask, ["confirm"]);
  if (!options.ok) return options.answer;
  const person = { ...(texts.value as { email: string; name: string; password?: string }), email: texts.value.email.trim(), roles: roles.value };
  const done = await room.engine.people.invite(ask.actor, person, options.value);
  return done.ok ? json(201, done.value) : refusal(done.refusal);
}

async function change(room: ServerContext, ask: RequestContext): Promise<Answer> {
  const body = readObject(ask.request);
  if (!body.ok) return body.answer;
  const known = knownKeys(body.value, new Set(["roles", "active"]), "A person's change");
  if (!known.ok) return known.answer;
  const { roles, active } = body.value;
  if (active !== undefined && typeof active !== "boolean") return refused("malformed", "active should be true or false.", "active").answer;
  const wanted = roles === undefined ? undefined : readRoles(room, roles);
  if (wanted && !wanted.ok) return wanted.answer;
  const options = performOptions(ask, ["confirm"]);
  if (!options.ok) return options.answer;
  const asked = { ...(wanted ? { roles: wanted.value } : {}), ...(active === undefined ? {} : { active }) };
  const done = await room.engine.people.change(ask.actor, ask.params.id!, asked, options.value);
  return done.ok ? nothing() : refusal(done.refusal);
}

function readRoles(room: ServerContext, value: unknown): Parsed<readonly string[]> {
  const known = room.engine.product.permissions.roles.map((r) => r.name);
  if (!Array.isArray(value) || !value.every((r) => typeof r === "string")) return refused("malformed", "roles should be a list of roles' names.", "roles");
  const roles = value.map((r: string) => known.find((k) => k.toLowerCase() === r.toLowerCase()) ?? r);
  const unknown = roles.find((r) => !known.includes(r));
  return unknown === undefined
    ? parsed([...new Set(roles)])
    : refused("invalid", `There is no role "${unknown.slice(0, 80)}"; there ${known.length === 1 ? "is" : "are"}: ${known.join(", ") || "none"}.`, "roles");
}
