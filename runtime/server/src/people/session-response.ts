/** The response that starts a session: the token, the cookie and the account, or what the sign-in still needs. */
import type { Outcome, Session } from "@nonet/engine";
import { setSession } from "../http/cookies.ts";
import type { RequestContext } from "../http/handler.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import { type HttpResponse, json, refusal } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";

export function sessionResponse(server: ServerContext, { request, reply }: RequestContext, status: number, outcome: Outcome<Session>): HttpResponse {
  if (!outcome.ok) return refusal(outcome.refusal);
  // A page of another origin signs in with the token, and must not change who is signed in here.
  if (isSameOrigin(request)) setSession(request, reply, outcome.value, server.options.secureCookies);
  const { token, actor, needs } = outcome.value;
  // Who knows a password only learns nothing about the account.
  return json(status, needs === null ? { token, ...accountOf(actor), needs } : { token, needs });
}

export const accountOf = ({ id, name, email, roles, owner }: Session["actor"]): Readonly<Record<string, unknown>> => ({ id, name, email, roles, owner });
