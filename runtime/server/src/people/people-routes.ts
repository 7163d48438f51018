/** The Owner's list of people: at `/api/people`, and at `/api/-/people` even where an entity has taken that name. */
import type { FastifyInstance } from "fastify";
import { originOf } from "../requests/caller.ts";
import { refuseUnconfirmed } from "../requests/confirmed.ts";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, noContent, type Parsed, parsed, refusal, refused } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { unlessEntity } from "../requests/entity-path.ts";
import { knownKeys } from "../requests/known-keys.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";
import { requiredTexts } from "../requests/required-texts.ts";
import { performOptions } from "../requests/write-options.ts";
import { say } from "@nonet/texts";

export function routePeople(app: FastifyInstance, server: ServerContext, records: RecordHandlers): void {
  const handlers = {
    list: (context: RequestContext) => list(server, context),
    create: (context: RequestContext) => invite(server, context),
    update: (context: RequestContext) => change(server, context),
  };
  route(app, server, "GET", "/api/-/people", handlers.list);
  route(app, server, "POST", "/api/-/people", handlers.create);
  route(app, server, "PATCH", "/api/-/people/:id", handlers.update);
  for (const path of ["/api/-/people/:id", "/api/people/:id"]) {
    route(app, server, "GET", `${path}/data`, (context) => personData(server, context));
    route(app, server, "POST", `${path}/erase`, (context) => erase(server, context));
  }
  route(app, server, "GET", "/api/people", unlessEntity(server, "people", handlers.list, records.list));
  route(app, server, "POST", "/api/people", unlessEntity(server, "people", handlers.create, records.create));
  route(app, server, "PATCH", "/api/people/:id", unlessEntity(server, "people", handlers.update, records.update));
}

async function list(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const people = await server.engine.people.list(context.actor);
  return people.ok ? json(200, { items: people.value }) : refusal(people.refusal);
}

/** Everything stored about a person, for the Owner to hand out. */
async function personData(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const id = context.params.id!;
  const unconfirmed = await refuseUnconfirmed(server, context);
  if (unconfirmed) return unconfirmed;
  const data = await server.engine.exportPerson(context.actor, id, originOf(context.request));
  return data.ok ? json(200, data.value, { "content-disposition": `attachment; filename="person-${id}.json"` }) : refusal(data.refusal);
}

async function erase(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const unconfirmed = await refuseUnconfirmed(server, context);
  if (unconfirmed) return unconfirmed;
  const options = performOptions(context, ["confirm"]);
  if (!options.ok) return options.response;
  const outcome = await server.engine.erasePerson(context.actor, context.params.id!, { ...options.value, from: originOf(context.request) });
  return outcome.ok ? json(200, outcome.value) : refusal(outcome.refusal);
}

async function invite(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const known = knownKeys(body.value, new Set(["email", "name", "roles", "password", "keepPassword"]), "A person");
  if (!known.ok) return known.response;
  const { keepPassword } = body.value;
  if (keepPassword !== undefined && typeof keepPassword !== "boolean") return refused("malformed", say("keeppassword-should-be-true-or-false"), "keepPassword").response;
  // Without a password, the person gets a link to choose how to sign in.
  const texts = requiredTexts(body.value, body.value.password === undefined ? ["email", "name"] : ["email", "name", "password"]);
  if (!texts.ok) return texts.response;
  const roles = readRoles(server, body.value.roles ?? []);
  if (!roles.ok) return roles.response;
  const options = performOptions(context, ["confirm"]);
  if (!options.ok) return options.response;
  const person = {
    ...(texts.value as { email: string; name: string; password?: string }),
    email: texts.value.email.trim(),
    roles: roles.value,
    ...(keepPassword === true ? { keepPassword } : {}),
  };
  const unconfirmed = await refuseUnconfirmed(server, context);
  if (unconfirmed) return unconfirmed;
  const outcome = await server.engine.people.invite(context.actor, person, { ...options.value, from: originOf(context.request) });
  return outcome.ok ? json(201, outcome.value) : refusal(outcome.refusal);
}

async function change(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const known = knownKeys(body.value, new Set(["roles", "active"]), "A person's change");
  if (!known.ok) return known.response;
  const { active } = body.value;
  if (active !== undefined && typeof active !== "boolean") return refused("malformed", say("active-should-be-true-or-false"), "active").response;
  const roles = body.value.roles === undefined ? undefined : readRoles(server, body.value.roles);
  if (roles && !roles.ok) return roles.response;
  const options = performOptions(context, ["confirm"]);
  if (!options.ok) return options.response;
  const changes = { ...(roles ? { roles: roles.value } : {}), ...(active === undefined ? {} : { active }) };
  const unconfirmed = await refuseUnconfirmed(server, context);
  if (unconfirmed) return unconfirmed;
  const outcome = await server.engine.people.change(context.actor, context.params.id!, changes, { ...options.value, from: originOf(context.request) });
  return outcome.ok ? noContent() : refusal(outcome.refusal);
}

function readRoles(server: ServerContext, value: unknown): Parsed<readonly string[]> {
  const known = server.engine.product.permissions.roles.map((r) => r.name);
  if (!Array.isArray(value) || !value.every((r) => typeof r === "string")) return refused("malformed", say("roles-should-be-a-list-of-role"), "roles");
  const roles = value.map((r: string) => known.find((k) => k.toLowerCase() === r.toLowerCase()) ?? r);
  const unknown = roles.find((r) => !known.includes(r));
  if (unknown === undefined) return parsed([...new Set(roles)]);
  const hint = known.length === 0 ? say("the-product-has-no-roles") : say("use-known", { known: known.join(", ") });
  return refused("invalid", `There is no role "${unknown.slice(0, 80)}". ${hint}`, "roles");
}
