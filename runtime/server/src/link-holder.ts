/**
 * Secret links: opening `/link/TOKEN` leads to the link's screen and keeps the token in a cookie, so that the record
 * can be read and changed as its bearer, signed in or not. Programs send `Authorization: Link TOKEN` instead.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor, Engine, OpenedLink } from "@nonet/engine";
import { refused, type Parsed } from "./answer.ts";
import { askingOf, type Asker, type Asking } from "./asker.ts";
import type { Room } from "./room.ts";

const cookieName = (request: FastifyRequest): string => {
  const port = request.socket.localPort;
  return port === undefined || port === 443 || port === 80 ? "nonet_link" : `nonet_link_${port}`;
};

/** Who asks, with the link that they hold. A link that opens nothing is refused where it is sent, and forgotten where it is kept. */
export function askingWithLink(engine: Engine, request: FastifyRequest): Asking {
  const sent = /^Link +([A-Za-z0-9]{1,100})$/i.exec(request.headers.authorization ?? "")?.[1];
  if (sent !== undefined) return { recent: undefined, now: sentLink(engine, sent) };
  const asking = askingOf(engine, request);
  const kept = request.cookies[cookieName(request)];
  return kept === undefined ? asking : { recent: undefined, now: keptLink(engine, asking.now, kept) };
}

async function sentLink(engine: Engine, token: string): Promise<Parsed<Asker>> {
  const opened = await engine.openLink(token);
  return opened
    ? { ok: true, value: { actor: { kind: "anyone", link: opened.link }, token: undefined, by: "bearer" } }
    : refused("not-signed-in", "The link leads nowhere: its record may be gone.");
}

async function keptLink(engine: Engine, asked: Promise<Parsed<Asker>>, kept: string): Promise<Parsed<Asker>> {
  const asker = await asked;
  if (!asker.ok || asker.value.by === "bearer") return asker;
  const opened = await engine.openLink(kept);
  return opened && asker.value.actor.kind !== "system" ? { ...asker, value: { ...asker.value, actor: { ...asker.value.actor, link: opened.link } as Actor } } : asker;
}

export function routeLinks(app: FastifyInstance, room: Room): void {
  app.get("/link/:token", async (request, reply) => {
    const opened = await room.engine.openLink((request.params as { token: string }).token);
    if (!opened) return reply.callNotFound();
    return follow(room, request, reply, opened);
  });
}

function follow(room: Room, request: FastifyRequest, reply: FastifyReply, opened: OpenedLink): FastifyReply {
  const { token } = request.params as { token: string };
  const route = room.engine.product.screens.find((s) => s.name === opened.screen)?.route ?? "/";
  // The address of the screen, not of the link, is what stands in the browser's history and in referrers.
  reply.setCookie(cookieName(request), token, { httpOnly: true, sameSite: "lax", secure: room.options.secureCookies, path: "/", maxAge: 24 * 3600 });
  return reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer").redirect(addressOf(route, opened.link.id), 303);
}

const addressOf = (route: string, id: string): string => (route.includes(":") ? route.replace(/:[^/]+/, encodeURIComponent(id)) : `${route}?id=${encodeURIComponent(id)}`);
