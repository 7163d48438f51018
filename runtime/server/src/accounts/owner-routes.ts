/** What the Owner does with accounts: invite again, end sessions, remove a lost second factor, act for somebody. */
import type { Outcome } from "@nonet/engine";
import type { FastifyInstance } from "fastify";
import { callerOf, originOf } from "../requests/caller.ts";
import { refuseUnconfirmed } from "../requests/confirmed.ts";
import type { RequestContext } from "../http/handler.ts";
import { type HttpResponse, refused } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { answer, readBody } from "./read-body.ts";
import { say } from "@nonet/texts";

export function routeOwner(app: FastifyInstance, server: ServerContext): void {
  const { accounts } = server.engine;
  for (const path of ["/api/-/people/:id", "/api/people/:id"]) {
    const confirmed = (action: string, run: (context: RequestContext) => Promise<Outcome<unknown>>): void =>
      route(app, server, "POST", `${path}/${action}`, async (context) => (await refuseUnconfirmed(server, context)) ?? answer(await run(context)));
    confirmed("invitation", ({ actor, params, request }) => accounts.inviteAgain(actor, params.id!, originOf(request)));
    confirmed("sign-out", ({ actor, params, request }) => accounts.endSessionsOf(actor, params.id!, originOf(request)));
    confirmed("reset-second-factor", ({ actor, params, request }) => accounts.resetSecondFactor(actor, params.id!, originOf(request)));
    route(app, server, "POST", `${path}/support`, (context) => support(server, context), { session: true });
  }
}

async function support(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readBody(context, "Acting for somebody", ["reason"], ["access"]);
  if (!body.ok) return body.response;
  const { access = "read", reason } = body.value;
  if (access !== "read" && access !== "write") return refused("malformed", say("access-is-read-or-write"), "access").response;
  return answer(await server.engine.accounts.actFor(callerOf(context.request), context.params.id!, { reason, write: access === "write" }));
}
