/**
 * `/link/TOKEN` opens the screen of a secret link and keeps the token in a cookie, so that its holder can read and
 * change the record, signed in or not. Programs send `Authorization: Link TOKEN` instead.
 */
import type { OpenedLink } from "@nonet/engine";
import type { Screen } from "@nonet/model";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { setLink } from "../http/cookies.ts";
import type { ServerContext } from "../http/server-context.ts";

export function routeLinks(app: FastifyInstance, server: ServerContext): void {
  app.get("/link/:token", async (request, reply) => {
    const opened = await server.engine.openLink((request.params as { token: string }).token);
    return opened ? openScreen(server, request, reply, opened) : reply.callNotFound();
  });
}

/** Redirects, so that the token is neither in the browser's history nor in referrers. */
function openScreen(server: ServerContext, request: FastifyRequest, reply: FastifyReply, opened: OpenedLink): FastifyReply {
  const { token } = request.params as { token: string };
  const screen = server.engine.product.screens.find((s) => s.name === opened.screen);
  setLink(request, reply, token, server.options.secureCookies);
  return reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer").redirect(addressOf(screen, opened.link.id), 303);
}

/** A page without a parameter shows the record of the link. */
function addressOf(screen: Screen | undefined, id: string): string {
  const route = screen?.route ?? "/";
  if (route.includes(":")) return route.replace(/:[^/]+/, encodeURIComponent(id));
  return screen?.shows.kind === "record" && screen.shows.parameter === null ? route : `${route}?id=${encodeURIComponent(id)}`;
}
