/** Logs each request when its response is complete, and gives every response the id under which it is logged. */
import type { FastifyInstance } from "fastify";
import { routeOf } from "./route-of.ts";

export function logRequests(app: FastifyInstance, isLogged: boolean): void {
  app.addHook("onRequest", (request, reply, next) => {
    reply.raw.setHeader("x-request-id", request.id);
    next();
  });
  if (!isLogged) return;
  app.addHook("onResponse", (request, reply, next) => {
    const entry = { method: request.method, route: routeOf(request), status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime * 10) / 10 };
    // Health checks and scrapes come every few seconds.
    if (isWatching(entry.route) && entry.status < 400) request.log.debug(entry, "request");
    else request.log[entry.status >= 500 ? "warn" : "info"](entry, "request");
    next();
  });
}

const isWatching = (route: string): boolean => ["/healthz", "/readyz", "/metrics"].includes(route);
