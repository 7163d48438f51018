/** The signed-in user's sessions and API keys. */
import type { FastifyInstance } from "fastify";
import { callerOf } from "../requests/caller.ts";
import { clearSession } from "../http/cookies.ts";
import type { RequestContext } from "../http/handler.ts";
import { type HttpResponse, noContent, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { answer, answerList, readBody } from "./read-body.ts";

const session = { session: true };

export function routeOwnSessions(app: FastifyInstance, server: ServerContext): void {
  const { accounts } = server.engine;
  route(app, server, "GET", "/api/me/sessions", async ({ request }) => answerList(await accounts.sessions(callerOf(request))), session);
  route(app, server, "DELETE", "/api/me/sessions/:session", async ({ request, params }) => answer(await accounts.endSession(callerOf(request), params.session!)), session);
  route(app, server, "POST", "/api/me/sign-out-everywhere", (context) => endAll(server, context), session);
  route(app, server, "GET", "/api/me/keys", async ({ request }) => answerList(await accounts.keys(callerOf(request))), session);
  // The response contains the key, so the server must not remember it.
  route(app, server, "POST", "/api/me/keys", (context) => createKey(server, context), session);
  route(app, server, "DELETE", "/api/me/keys/:key", async ({ request, params }) => answer(await accounts.deleteKey(callerOf(request), params.key!)), session);
  route(app, server, "DELETE", "/api/me/support", async ({ request }) => answer(await accounts.stopActing(callerOf(request))), session);
}

async function endAll(server: ServerContext, { request, reply }: RequestContext): Promise<HttpResponse> {
  const outcome = await server.engine.accounts.endAllSessions(callerOf(request));
  if (!outcome.ok) return refusal(outcome.refusal);
  clearSession(request, reply, server.options.secureCookies);
  return noContent();
}

async function createKey(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readBody(context, "A key", ["name"], ["expiresAt", "access", "roles"]);
  return body.ok ? answer(await server.engine.accounts.addKey(callerOf(context.request), body.value), 201) : body.response;
}
