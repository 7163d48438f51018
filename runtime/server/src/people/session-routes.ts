/** Sessions: register, sign in, sign out, and the signed-in user (`/api/me`). */
import type { FastifyInstance } from "fastify";
import { callerOf, originOf } from "../requests/caller.ts";
import { clearSession } from "../http/cookies.ts";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, noContent } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { knownKeys } from "../requests/known-keys.ts";
import { textIn } from "../requests/optional-text.ts";
import { requiredTexts } from "../requests/required-texts.ts";
import { performOptions } from "../requests/write-options.ts";
import { accountOf, sessionResponse } from "./session-response.ts";

export const session = { session: true };
const signedOut = { signedIn: false, id: null, name: null, email: null, roles: [], owner: false };

export function routeSession(app: FastifyInstance, server: ServerContext): void {
  route(app, server, "POST", "/api/register", (context) => register(server, context), session);
  route(app, server, "POST", "/api/sign-in", (context) => signIn(server, context), session);
  route(app, server, "POST", "/api/sign-out", (context) => signOut(server, context), session);
  route(app, server, "GET", "/api/me", (context) => me(server, context), session);
}

async function me(server: ServerContext, { actor, request, credentials }: RequestContext): Promise<HttpResponse> {
  if (actor.kind === "person" && !actor.supportBy) return json(200, { signedIn: true, ...accountOf(actor) });
  // Nobody is signed in without a token, so most visitors cost nothing here.
  const caller = callerOf(request);
  if (caller.token === undefined) return json(200, signedOut);
  const { needs, proofs, email, acting } = await server.engine.accounts.status(caller);
  if (actor.kind === "person" && credentials.token) return json(200, { signedIn: true, ...accountOf(actor), acting });
  return json(200, needs === null ? signedOut : { ...signedOut, email, needs, proofs });
}

async function register(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const known = knownKeys(body.value, new Set(["email", "password", "name"]), "A registration");
  if (!known.ok) return known.response;
  const given = textIn(body.value, "name");
  if (!given.ok) return given.response;
  const hasName = (given.value ?? "").trim() !== "";
  // Where people sign in with a passkey, they can register without a password and add one.
  const needsPassword = body.value.password !== undefined || !server.engine.product.about.signIn.methods.includes("passkey");
  const texts = requiredTexts(body.value, ["email", ...(needsPassword ? ["password"] : []), ...(hasName ? ["name"] : [])]);
  if (!texts.ok) return texts.response;
  const options = performOptions(context, ["confirm"]);
  if (!options.ok) return options.response;
  const { email, password, name = nameFromEmail(email) } = texts.value as { email: string; password?: string; name?: string };
  const person = { email: email.trim(), name: name.trim(), ...(password === undefined ? {} : { password }) };
  return sessionResponse(server, context, 201, await server.engine.people.register(person, { ...options.value, from: originOf(context.request) }));
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
  return sessionResponse(
    server,
    context,
    200,
    await server.engine.people.signIn({ email: texts.value.email.trim(), password: texts.value.password, ...originOf(context.request) }),
  );
}

async function signOut(server: ServerContext, { request, reply }: RequestContext): Promise<HttpResponse> {
  const { token } = callerOf(request);
  if (token !== undefined) await server.engine.people.signOut(token, originOf(request));
  clearSession(request, reply, server.options.secureCookies);
  return noContent();
}
