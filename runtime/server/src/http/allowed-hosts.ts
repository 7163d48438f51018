/** Refuses requests for a host that isn't the product's: a page of another site could otherwise reach it by a name of its own (DNS rebinding). */
import type { FastifyInstance } from "fastify";
import { problem, send } from "./response.ts";
import type { ServerOptions } from "./server-options.ts";

const loopback = ["localhost", "127.0.0.1", "[::1]"];

export function checkHosts(app: FastifyInstance, options: ServerOptions): void {
  const allowed = allowedHosts(options);
  if (allowed === null) return;
  app.addHook("onRequest", async (request, reply) => {
    const name = hostname(request.headers.host ?? "");
    if (!allowed.has(name)) return send(reply, problem("malformed", "This product isn't served under this host. The operator can allow it with NONET_ALLOWED_HOSTS."));
  });
}

/** Null where any host is allowed. */
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
