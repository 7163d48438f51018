/**
 * Lets pages of the origins that the document names use the API (CORS, as the Fetch standard describes it; default 160).
 *
 * Such a page sends a token. Cookies are never accepted from it, so nobody is signed in there by having a session here.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServerContext } from "./server-context.ts";

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE";
/** What a page may read of a response, apart from what every page may. */
const readable = "ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Content-Disposition";
const daySeconds = 86_400;

export function allowOrigins(app: FastifyInstance, server: ServerContext): void {
  app.addHook("onRequest", async (request, reply) => {
    if ((server.engine.product.about.origins ?? []).length === 0) return;
    // A cache must not give one origin's response to another.
    void reply.header("vary", "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !isAllowed(server, origin)) return;
    void reply.header("access-control-allow-origin", origin);
    void reply.header("access-control-expose-headers", readable);
    if (isPreflight(request)) return preflight(request, reply);
  });
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean => method === "OPTIONS" && headers["access-control-request-method"] !== undefined;

function preflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = request.headers["access-control-request-headers"];
  if (asked !== undefined && /^[\w\-, ]{0,1000}$/.test(asked)) void reply.header("access-control-allow-headers", asked);
  return reply.header("access-control-allow-methods", methods).header("access-control-max-age", String(daySeconds)).code(204).send();
}

/** Whether the document lets the page that sends this request use the API: by a token, never by a cookie. */
export const isFromAllowedOrigin = (server: ServerContext, { headers, cookies }: FastifyRequest): boolean =>
  headers.origin !== undefined && isAllowed(server, headers.origin) && Object.keys(cookies ?? {}).length === 0;

function isAllowed({ engine }: ServerContext, origin: string): boolean {
  const allowed = engine.product.about.origins ?? [];
  return allowed.includes("*") || allowed.includes(origin);
}
