/**
 * What helmet says for every answer, worked out once for each place that logos come from: the document may name another
 * one while the product runs, and nothing else in the headers hangs on the request.
 */
import fastifyHelmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { ServerContext } from "../http/server-context.ts";
import { logoOrigin } from "./logo.ts";
import { inlineScriptPrints } from "./static-files.ts";

/** The front end's own scripts only; its component library sets styles from its scripts. */
export async function secure(app: FastifyInstance, room: ServerContext): Promise<void> {
  const { options } = room;
  await app.register(fastifyHelmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "script-src": ["'self'", ...inlineScriptPrints(options.staticFolder)],
        "style-src": ["'self'", "'unsafe-inline'"],
        "img-src": ["'self'", "data:", "blob:", () => logoOrigin(room)],
        "font-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'self'"],
      },
    },
    hsts: options.secureCookies ? { maxAge: 31_536_000 } : false,
    crossOriginResourcePolicy: { policy: "same-origin" },
  });
  const known = new Map<string, readonly (readonly [string, string])[]>();
  app.addHook("onRequest", (_request, reply, next) => {
    const origin = logoOrigin(room);
    const headers = known.get(origin);
    if (headers) for (const [name, value] of headers) reply.raw.setHeader(name, value);
    else {
      void reply.helmet();
      known.set(
        origin,
        Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)] as const),
      );
    }
    next();
  });
}
