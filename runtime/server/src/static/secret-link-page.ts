/**
 * Secret links: opening `/link/TOKEN` leads to the link's screen and keeps the token in a cookie, so that the record
 * can be read and changed as its bearer, signed in or not. Programs send `Authorization: Link TOKEN` instead.
 */
import type { OpenedLink } from "@nonet/engine";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServerContext } from "../http/server-context.ts";

export const cookieName = (request: FastifyRequest): string => {
  const port = request.socket.localPort;
  return port === undefined || port === 443 || port === 80 ? "nonet_link" : `nonet_link_${port}`;
};

export function routeLinks(app: FastifyInstance, room: ServerContext): void {
  app.get("/link/:token", async (request, reply) => {
    const opened = await room.engine.openLink((request.params as { token: string }).token);
    if (!opened) return reply.callNotFound();
    return follow(room, request, reply, opened);
  });
}

function follow(room: ServerContext, request: FastifyRequest, reply: FastifyReply, opened: OpenedLink): FastifyReply {
  const { token } = request.params as { token: string };
  const route = room.engine.product.screens.find((s) => s.name === opened.screen)?.route ?? "/";
  // The address of the screen, not of the link, is what stands in the browser's history and in referrers.
  reply.setCookie(cookieName(request), token, { httpOnly: true, sameSite: "lax", secure: room.options.secureCookies, path: "/", maxAge: 24 * 3600 });
  return reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer").redirect(addressOf(route, opened.link.id), 303);
}

const addressOf = (route: string, id: string): string => (route.includes(":") ? route.replace(/:[^/]+/, encodeURIComponent(id)) : `${route}?id=${encodeURIComponent(id)}`);
