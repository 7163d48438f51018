/**
 * Refuses what a page of another site makes a browser send: writes (cross-site request forgery), and any request for a host
 * that isn't the product's (DNS rebinding). Programs send neither header of an origin, and they hold no cookie that somebody
 * else could make them send.
 *
 * Pages of the origins that the document names may use the API (CORS, as the Fetch standard describes it; default 160).
 * They send a token. Cookies are never accepted from them, so nobody is signed in there by having a session here.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type HttpResponse, problem, send } from "./response.ts";
import type { ServerContext } from "./server-context.ts";
import type { ServerOptions } from "./server-options.ts";
import { say } from "@nonet/texts";

export const checkOrigin = (request: FastifyRequest): HttpResponse | null => (isRead(request) || isSameOrigin(request) ? null : problem("other-origin"));

export const isRead = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

export function isSameOrigin(request: FastifyRequest): boolean {
  const origin = request.headers.origin;
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === request.headers.host;
  const site = request.headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** Asked for by bare IP address; they answer the same under any host, and no page can read them. */
const forMachines = ["/healthz", "/readyz", "/metrics"];

export function checkHosts(app: FastifyInstance, options: ServerOptions): void {
  const allowed = allowedHosts(options);
  if (allowed === null) return;
  app.addHook("onRequest", async (request, reply) => {
    if (forMachines.includes(request.url.split("?", 1)[0]!)) return;
    const name = hostname(request.headers.host ?? "");
    if (!allowed.has(name)) return send(reply, problem("malformed", say("this-product-isnt-served-under-this-host")));
  });
}

/** Default 117. Null where any host is allowed. */
function allowedHosts({ address, allowedHosts: named }: ServerOptions): ReadonlySet<string> | null {
  const hosts = (named ?? "")
    .split(",")
    .map((host) => hostname(host.trim()))
    .filter((host) => host !== "");
  if (hosts.length > 0) return new Set(hosts);
  return address && URL.canParse(address) ? new Set([new URL(address).hostname, ...loopback]) : null;
}

/** Without the port, as `URL` writes it; empty where it is no host. */
const hostname = (host: string): string => (host !== "" && URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : "");

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE";
/** What a page may read of a response, apart from what every page may. */
const readable = "ETag, Location, Link, Nonet-Position, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Deprecation, Content-Disposition";
const daySeconds = 86_400;

export function allowOrigins(app: FastifyInstance, server: ServerContext): void {
  app.addHook("onRequest", (request, reply, next) => {
    if ((server.engine.product.about.origins ?? []).length === 0) return next();
    // A cache must not give one origin's response to another.
    void reply.header("vary", "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !isAllowed(server, origin)) return next();
    void reply.header("access-control-allow-origin", origin);
    void reply.header("access-control-expose-headers", readable);
    if (isPreflight(request)) void preflight(request, reply);
    else next();
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
