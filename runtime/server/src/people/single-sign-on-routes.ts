/** Single sign-on: the browser leaves for the provider and comes back; what must match waits in a cookie meanwhile. */
import type { Refusal } from "@nonet/engine";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { setSession } from "../http/authentication.ts";
import type { RequestContext } from "../http/handler.ts";
import { type Answer, refusal, written } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";

const path = "/api/sign-in/sso";
const cookie = "nonet_sign_in";
const minutes = 15;

export function routeSingleSignOn(app: FastifyInstance, room: ServerContext): void {
  const { singleSignOn } = room.engine;

  route(
    app,
    room,
    "GET",
    path,
    async (ask) => {
      const begun = await singleSignOn.begin(comesBackTo(room));
      if (!begun.ok) return refusedIn(ask, begun.refusal);
      const kept = Buffer.from(JSON.stringify({ kept: begun.value.kept, to: inside(ask.query["to"]) })).toString("base64url");
      ask.reply.setCookie(cookie, kept, { httpOnly: true, sameSite: "lax", secure: room.options.secureCookies, path, maxAge: minutes * 60 });
      return redirect(ask.reply, begun.value.address);
    },
    { session: true },
  );

  route(
    app,
    room,
    "GET",
    `${path}/back`,
    async (ask) => {
      const { kept, to } = readCookie(ask.request);
      ask.reply.clearCookie(cookie, { httpOnly: true, sameSite: "lax", secure: room.options.secureCookies, path });
      const answer = Object.fromEntries(Object.entries(ask.query).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
      const entered = await singleSignOn.finish(comesBackTo(room), kept, answer);
      if (!entered.ok) return refusedIn(ask, entered.refusal);
      setSession(ask.request, ask.reply, entered.value, room.options.secureCookies);
      return redirect(ask.reply, to);
    },
    { session: true },
  );
}

/** The product's own address: NONET_ADDRESS, or where it listens. Never the Host header, which anybody can write. */
const comesBackTo = (room: ServerContext): string => `${(room.options.address ?? room.listensAt()).replace(/\/+$/, "")}${path}/back`;

/** A path of the product, never another site: a sign-in link must not lead people away. */
const inside = (to: unknown): string => (typeof to === "string" && /^\/(?![/\\])[^\s\\]*$/.test(to) ? to : "/");

function redirect(reply: FastifyReply, to: string): typeof written {
  void reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer").redirect(to, 302);
  return written;
}

function readCookie(request: FastifyRequest): { readonly kept: string; readonly to: string } {
  try {
    const value = JSON.parse(Buffer.from(request.cookies[cookie] ?? "", "base64url").toString("utf8")) as { kept?: unknown; to?: unknown };
    return { kept: typeof value.kept === "string" ? value.kept : "", to: inside(value.to) };
  } catch {
    return { kept: "", to: "/" };
  }
}

/** A browser is led back to the sign-in page, which says why; a program gets the problem. */
function refusedIn(ask: RequestContext, refused: Refusal): Answer | typeof written {
  if (!(ask.request.headers.accept ?? "").includes("text/html")) return refusal(refused);
  return redirect(ask.reply, `/sign-in?why=${encodeURIComponent(refused.errors[0]?.detail ?? "It was refused.")}`);
}
