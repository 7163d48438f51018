/** Passwords and addresses: changed by the person, or by a link that was mailed to them. */
import type { FastifyInstance } from "fastify";
import { callerOf, originOf } from "../requests/caller.ts";
import type { RequestContext } from "../http/handler.ts";
import { type HttpResponse, noContent, problem, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { sessionResponse } from "../people/session-response.ts";
import { textIn } from "../requests/optional-text.ts";
import { answer, readBody } from "./read-body.ts";
import { say } from "@nonet/texts";

const session = { session: true };

export function routePasswords(app: FastifyInstance, server: ServerContext): void {
  const { accounts } = server.engine;
  route(app, server, "POST", "/api/sign-in/forgotten", (context) => forgotten(server, context), session);
  route(app, server, "POST", "/api/sign-in/link", (context) => openLink(server, context), session);
  route(app, server, "POST", "/api/sign-in/link/use", (context) => useLink(server, context), session);
  route(app, server, "POST", "/api/sign-in/link/confirm", (context) => confirmAddress(server, context), session);
  route(app, server, "POST", "/api/me/password", (context) => changePassword(server, context), session);
  route(app, server, "POST", "/api/me/language", (context) => chooseLanguage(server, context), session);
  route(app, server, "POST", "/api/me/email", (context) => changeEmail(server, context), session);
  route(app, server, "POST", "/api/me/email/confirmation", async ({ request }) => answer(await accounts.sendConfirmation(callerOf(request))), session);
}

async function forgotten(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readBody(context, "A request for a new password", ["email"]);
  if (!body.ok) return body.response;
  const outcome = await server.engine.accounts.forgotPassword(body.value.email.trim(), originOf(context.request));
  return outcome.ok ? noContent() : refusal(outcome.refusal);
}

async function openLink(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readBody(context, "A link", ["token"]);
  return body.ok ? answer(await server.engine.accounts.openLink(body.value.token)) : body.response;
}

async function useLink(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readBody(context, "A link", ["token"], ["password"]);
  if (!body.ok) return body.response;
  const password = textIn(body.value, "password");
  if (!password.ok) return password.response;
  return sessionResponse(server, context, 200, await server.engine.accounts.useLink(body.value.token, password.value, originOf(context.request)));
}

async function confirmAddress(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readBody(context, "A link", ["token"]);
  return body.ok ? answer(await server.engine.accounts.confirmAddress(body.value.token, originOf(context.request))) : body.response;
}

async function changePassword(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readBody(context, "A change of password", ["password"], ["current"]);
  if (!body.ok) return body.response;
  const current = textIn(body.value, "current");
  if (!current.ok) return current.response;
  const input = { password: body.value.password, ...(current.value === undefined ? {} : { current: current.value }) };
  return answer(await server.engine.accounts.changePassword(callerOf(context.request), input));
}

async function changeEmail(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readBody(context, "A change of address", ["email"]);
  return body.ok ? answer(await server.engine.accounts.changeEmail(callerOf(context.request), body.value.email)) : body.response;
}

/** `{language: "de"}`; null: as the browser asks. */
async function chooseLanguage(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readBody(context, "A language", [], ["language"]);
  if (!body.ok) return body.response;
  const { language = null } = body.value;
  if (language !== null && typeof language !== "string") return problem("malformed", say("language-should-be-a-text-or-null"), "language");
  return answer(await server.engine.accounts.chooseLanguage(callerOf(context.request), language));
}
