/**
 * The security headers of every response. Only the origins of the document's pictures can change while the product runs, so helmet
 * computes the headers once for each list of them.
 */
import fastifyHelmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { ServerContext } from "../http/server-context.ts";
import { pictureOrigins } from "./adjacent-picture.ts";
import { inlineScriptHashes } from "./static-files.ts";

/** Allows only the front end's own scripts. Inline styles are allowed because its component library sets them. */
export async function secure(app: FastifyInstance, server: ServerContext): Promise<void> {
  const { options } = server;
  await app.register(fastifyHelmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "script-src": ["'self'", ...inlineScriptHashes(options.staticFolder)],
        "style-src": ["'self'", "'unsafe-inline'"],
        "img-src": ["'self'", "data:", "blob:", () => pictureOrigins(server)],
        "font-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'self'"],
      },
    },
    hsts: options.secureCookies ? { maxAge: 31_536_000 } : false,
    crossOriginResourcePolicy: { policy: "same-origin" },
  });
  const headersByOrigins = new Map<string, readonly (readonly [string, string])[]>();
  app.addHook("onRequest", (_request, reply, next) => {
    const origins = pictureOrigins(server);
    const headers = headersByOrigins.get(origins);
    if (headers) for (const [name, value] of headers) reply.raw.setHeader(name, value);
    else {
      void reply.helmet();
      headersByOrigins.set(
        origins,
        Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)] as const),
      );
    }
    next();
  });
}
