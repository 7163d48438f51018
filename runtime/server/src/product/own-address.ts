/**
 * A rehearsal answers this machine only, under its own names. A web page elsewhere can give its own name this machine's
 * address (DNS rebinding), so the Host and the Origin of each request must be ours.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { problem, send } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";

const names: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Whether an address to listen on is this machine's own. */
export const isLoopback = (host: string): boolean => names.includes(host) || host === "::1";

export function requireOwnAddress(app: FastifyInstance, server: ServerContext): void {
  if (!isLoopback(server.options.host)) throw new Error("A rehearsal listens on a loopback address only.");
  app.addHook("onRequest", async (request, reply) => (isOwn(request) ? undefined : send(reply, problem("other-origin"))));
}

function isOwn(request: FastifyRequest): boolean {
  const port = request.socket.localPort;
  const hosts = names.flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]);
  const { host, origin } = request.headers;
  return hosts.includes(host?.toLowerCase() ?? "") && (origin === undefined || hosts.some((own) => origin.toLowerCase() === `http://${own}`));
}
