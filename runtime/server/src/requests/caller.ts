/** Who sends a request about accounts, from where, and to which website. */
import type { Caller, Origin, Site } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import { tokenOf } from "../http/authentication.ts";
import type { ServerContext } from "../http/server-context.ts";

export const originOf = (request: FastifyRequest): Origin => ({ source: request.ip, device: String(request.headers["user-agent"] ?? "") });

export const callerOf = (request: FastifyRequest): Caller => ({ ...originOf(request), token: tokenOf(request) });

/**
 * The website for which browsers make passkeys. A false Host gains nothing: a browser signs for the site that it shows,
 * and a passkey of one site is worth nothing at another.
 */
export function siteOf(server: ServerContext, request: FastifyRequest): Site {
  const { address } = server.options;
  const url = address && URL.canParse(address) ? new URL(address) : siteOfHost(request);
  return { origin: url.origin, host: url.hostname };
}

function siteOfHost(request: FastifyRequest): URL {
  const text = `${request.protocol}://${request.headers.host ?? ""}`;
  return URL.canParse(text) ? new URL(text) : new URL("http://localhost");
}
