/**
 * `GET /metrics`. Figures say how much a business does, so they aren't public: with NONET_METRICS_TOKEN, whoever sends the
 * token gets them; without it, requests from this machine that no proxy has forwarded.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { problem, send } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { routeForMachines } from "./health-routes.ts";
import type { Metrics } from "./metrics.ts";

export function routeMetrics(app: FastifyInstance, server: ServerContext, metrics: Metrics): void {
  const { metricsToken } = server.options;
  routeForMachines(app, server, "/metrics", async (request, reply) => {
    if (metricsToken ? !hasToken(request, metricsToken) : !isLocal(request))
      return send(
        reply,
        metricsToken
          ? problem("not-signed-in", "Metrics need the token of NONET_METRICS_TOKEN: `Authorization: Bearer TOKEN`.")
          : problem("not-permitted", "Metrics are disclosed to this machine only. To read them from elsewhere, set NONET_METRICS_TOKEN."),
      );
    return send(reply, { status: 200, type: metrics.contentType, body: await metrics.render() });
  });
}

/** Hashes have the same length, so the comparison takes the same time for every token. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(sent), hash(token));
}

const forwarding = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/** A proxy on this machine also connects from loopback. It names the public host, or says whom it forwards. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  const from = socket.remoteAddress ?? "";
  const host = (headers.host ?? "").replace(/:\d+$/, "").toLowerCase();
  return /^(::ffff:)?127\.|^::1$/.test(from) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host) && !forwarding.some((name) => headers[name] !== undefined);
}
