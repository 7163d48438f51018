/**
 * Refuses what a page of another site makes a browser send: writes (cross-site request forgery), and any request for a host
 * that isn't the product's (DNS rebinding). Programs send neither header of an origin, and they hold no cookie that somebody
 * else could make them send.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type HttpResponse, problem, send } from "./response.ts";
import type { ServerOptions } from "./server-options.ts";

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
    if (!allowed.has(name)) return send(reply, problem("malformed", "This product isn't served under this host. The operator can allow it with NONET_ALLOWED_HOSTS."));
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
