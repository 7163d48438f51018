/** Sessions: register, sign in, sign out, and the signed-in user (`/api/me`). */
import type { FastifyInstance } from "fastify";
import { clearSession } from "../http/cookies.ts";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, noContent } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { knownKeys } from "../requests/known-keys.ts";
import { requiredTexts } from "../requests/required-texts.ts";
import { performOptions } from "../requests/write-options.ts";
import { accountOf, sessionResponse } from "./session-response.ts";

const session = { session: true };
const signedOut = { signedIn: false, id: null, name: null, email: null, roles: [], owner: false };

export function routeSession(app: FastifyInstance, server: ServerContext): void {
  route(app, server, "POST", "/api/register", (context) => register(server, context), session);
  route(app, server, "POST", "/api/sign-in", (context) => signIn(server, context), session);
  route(app, server, "POST", "/api/sign-out", (context) => signOut(server, context), session);
  route(app, server, "GET", "/api/me", async ({ actor }) => json(200, actor.kind === "person" ? { signedIn: true, ...accountOf(actor) } : signedOut), session);
}

async function register(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const known = knownKeys(body.value, new Set(["email", "password", "name"]), "A registration");
  if (!known.ok) return known.response;
  const hasName = typeof body.value.name === "string" && body.value.name.trim() !== "";
  const texts = requiredTexts(body.value, hasName ? ["email", "password", "name"] : ["email", "password"]);
  if (!texts.ok) return texts.response;
  const options = performOptions(context, ["confirm"]);
  if (!options.ok) return options.response;
  const { email, password, name = nameFromEmail(email) } = texts.value as { email: string; password: string; name?: string };
  return sessionResponse(server, context, 201, await server.engine.people.register({ email: email.trim(), password, name: name.trim() }, options.value));
}

/** Until people give a name, they are shown by the first part of their address. */
const nameFromEmail = (email: string): string => email.split("@")[0]!.slice(0, 100) || email;

async function signIn(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const known = knownKeys(body.value, new Set(["email", "password"]), "A sign-in");
  if (!known.ok) return known.response;
  const texts = requiredTexts(body.value, ["email", "password"]);
  if (!texts.ok) return texts.response;
  return sessionResponse(server, context, 200, await server.engine.people.signIn({ email: texts.value.email.trim(), password: texts.value.password, source: context.request.ip }));
}

async function signOut(server: ServerContext, { credentials, request, reply }: RequestContext): Promise<HttpResponse> {
  if (credentials.token !== undefined) await server.engine.people.signOut(credentials.token);
  clearSession(request, reply, server.options.secureCookies);
  return noContent();
}
