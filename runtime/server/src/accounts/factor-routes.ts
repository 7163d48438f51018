/** Second factors: an app for codes, passkeys and recovery codes, set up by the person and shown at the sign-in or to confirm. */
import type { EnrolledFactor, Outcome } from "@nonet/engine";
import type { FastifyInstance } from "fastify";
import { callerOf, originOf, siteOf } from "../requests/caller.ts";
import { setSession } from "../http/cookies.ts";
import type { RequestContext } from "../http/handler.ts";
import { type HttpResponse, json, refusal } from "../http/response.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { sessionResponse } from "../people/session-response.ts";
import { textIn } from "../requests/optional-text.ts";
import { answer, readBody, readProof } from "./read-body.ts";

const session = { session: true };

export function routeFactors(app: FastifyInstance, server: ServerContext): void {
  const { accounts } = server.engine;
  route(app, server, "POST", "/api/sign-in/factor", (context) => showFactor(server, context), session);
  route(app, server, "POST", "/api/sign-in/passkey/options", async ({ request }) => answer(await accounts.passkeyOptions(callerOf(request), siteOf(server, request))), session);
  route(app, server, "POST", "/api/sign-in/passkey", (context) => signInByPasskey(server, context), session);
  route(app, server, "GET", "/api/me/account", async ({ request }) => answer(await accounts.overview(callerOf(request))), session);
  route(app, server, "POST", "/api/me/confirm", (context) => confirm(server, context), session);
  route(app, server, "POST", "/api/me/totp", async ({ request }) => answer(await accounts.beginTotp(callerOf(request))), session);
  route(app, server, "POST", "/api/me/totp/confirm", (context) => finishTotp(server, context), session);
  route(app, server, "DELETE", "/api/me/totp", async ({ request }) => answer(await accounts.removeTotp(callerOf(request))), session);
  route(app, server, "POST", "/api/me/recovery-codes", async ({ request }) => answer(await accounts.newRecoveryCodes(callerOf(request)), 201), session);
  route(app, server, "POST", "/api/me/passkeys/options", async ({ request }) => answer(await accounts.beginPasskey(callerOf(request), siteOf(server, request))), session);
  route(app, server, "POST", "/api/me/passkeys", (context) => addPasskey(server, context), session);
  route(app, server, "DELETE", "/api/me/passkeys/:passkey", async ({ request, params }) => answer(await accounts.removePasskey(callerOf(request), params.passkey!)), session);
}

async function showFactor(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const proof = readProof(context);
  if (!proof.ok) return proof.response;
  const { request } = context;
  return sessionResponse(server, context, 200, await server.engine.accounts.showFactor(callerOf(request), proof.value, siteOf(server, request)));
}

async function signInByPasskey(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readBody(context, "A passkey", [], ["response"]);
  if (!body.ok) return body.response;
  const { request } = context;
  return sessionResponse(server, context, 200, await server.engine.accounts.signInByPasskey(body.value.response, siteOf(server, request), originOf(request)));
}

async function confirm(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const proof = readProof(context);
  if (!proof.ok) return proof.response;
  const { request, reply } = context;
  const renewed = await server.engine.accounts.confirm(callerOf(request), proof.value, siteOf(server, request));
  if (!renewed.ok) return refusal(renewed.refusal);
  if (isSameOrigin(request)) setSession(request, reply, renewed.value, server.options.secureCookies);
  return json(200, { token: renewed.value.token });
}

async function finishTotp(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readBody(context, "A second factor", ["code"]);
  return body.ok ? enrolled(server, context, 200, await server.engine.accounts.finishTotp(callerOf(context.request), body.value.code)) : body.response;
}

async function addPasskey(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readBody(context, "A passkey", [], ["name", "response"]);
  if (!body.ok) return body.response;
  const name = textIn(body.value, "name");
  if (!name.ok) return name.response;
  const { request } = context;
  const input = { name: name.value ?? "", response: body.value.response };
  return enrolled(server, context, 201, await server.engine.accounts.finishPasskey(callerOf(request), input, siteOf(server, request)));
}

/** A session that waited for the factor goes on under a new token. */
function enrolled(server: ServerContext, { request, reply }: RequestContext, status: number, outcome: Outcome<EnrolledFactor>): HttpResponse {
  if (!outcome.ok) return refusal(outcome.refusal);
  const { recoveryCodes, session: renewed } = outcome.value;
  if (renewed && isSameOrigin(request)) setSession(request, reply, renewed, server.options.secureCookies);
  return json(status, { recoveryCodes, ...(renewed ? { token: renewed.token } : {}) });
}
