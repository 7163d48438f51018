/** Single sign-on: the browser goes to the provider and returns. A cookie keeps what the provider's response must match. */
import { atApiAddress } from "@nonet/api";
import type { Refusal } from "@nonet/engine";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { originOf } from "../requests/caller.ts";
import { setSession } from "../http/cookies.ts";
import type { Handler, RequestContext } from "../http/handler.ts";
import { type HttpResponse, refusal, written } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { say } from "@nonet/texts";

const path = "/api/sign-in/sso";
const cookie = "nonet_sign_in";
const minutes = 15;

export function routeSingleSignOn(app: FastifyInstance, server: ServerContext): void {
  route(app, server, "GET", path, (context) => begin(server, context), { session: true });
  route(app, server, "GET", `${path}/back`, (context) => finish(server, context), { session: true });
}

async function begin(server: ServerContext, context: RequestContext): ReturnType<Handler> {
  const begun = await server.engine.singleSignOn.begin(redirectAddress(server), context.query["again"] === "true");
  if (!begun.ok) return refusedSignIn(context, begun.refusal);
  const state = Buffer.from(JSON.stringify({ kept: begun.value.kept, to: localPath(context.query["to"]) })).toString("base64url");
  context.reply.setCookie(cookie, state, {
    httpOnly: true,
    sameSite: "lax",
    secure: server.options.secureCookies,
    path: atApiAddress(server.engine.product, path),
    maxAge: minutes * 60,
  });
  return redirect(context.reply, begun.value.address);
}

async function finish(server: ServerContext, context: RequestContext): ReturnType<Handler> {
  const { request, reply, query } = context;
  const { kept, to } = readCookie(request);
  reply.clearCookie(cookie, { httpOnly: true, sameSite: "lax", secure: server.options.secureCookies, path: atApiAddress(server.engine.product, path) });
  const parameters = Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
  const session = await server.engine.singleSignOn.finish(redirectAddress(server), kept, parameters, originOf(request));
  if (!session.ok) return refusedSignIn(context, session.refusal);
  setSession(request, reply, session.value, server.options.secureCookies);
  return redirect(reply, to);
}

/** NONET_ADDRESS, or where the server listens. Never the Host header, which the client chooses. */
const redirectAddress = (server: ServerContext): string => `${(server.options.address ?? server.listensAt()).replace(/\/+$/, "")}${atApiAddress(server.engine.product, path)}/back`;

/** A path of the product, never another site: a sign-in link must not be an open redirect. */
const localPath = (to: unknown): string => (typeof to === "string" && /^\/(?![/\\])[^\s\\]*$/.test(to) ? to : "/");

function redirect(reply: FastifyReply, to: string): typeof written {
  void reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer").redirect(to, 302);
  return written;
}

function readCookie(request: FastifyRequest): { readonly kept: string; readonly to: string } {
  try {
    const value = JSON.parse(Buffer.from(request.cookies[cookie] ?? "", "base64url").toString("utf8")) as { kept?: unknown; to?: unknown };
    return { kept: typeof value.kept === "string" ? value.kept : "", to: localPath(value.to) };
  } catch {
    return { kept: "", to: "/" };
  }
}

/** Browsers return to the sign-in page, which shows why; programs get the problem. */
function refusedSignIn(context: RequestContext, refused: Refusal): HttpResponse | typeof written {
  if (!(context.request.headers.accept ?? "").includes("text/html")) return refusal(refused);
  return redirect(context.reply, `/sign-in?why=${encodeURIComponent(refused.errors[0]?.detail ?? say("the-sign-in-was-refused"))}`);
}
