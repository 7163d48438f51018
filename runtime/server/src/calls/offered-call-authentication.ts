/** Authenticates an offered call by the header that the document names; the product's own pages may call it with their cookie. */
import type { OfferedMatch } from "@nonet/api";
import type { Actor } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import { authenticate } from "../http/authentication.ts";
import { type Parsed, parsed, refused } from "../http/response.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import type { ServerContext } from "../http/server-context.ts";

export async function authenticateOffered(server: ServerContext, request: FastifyRequest, { does }: OfferedMatch): Promise<Parsed<Actor>> {
  const hasCookies = request.cookies && Object.keys(request.cookies).length > 0;
  if (request.method !== "GET" && hasCookies && !isSameOrigin(request)) return refused("other-origin");
  const by = does.signedInBy;
  if (by.kind !== "header") return actorOf(server, request);
  const header = request.headers[by.header.toLowerCase()];
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined || text === "") return actorOfCookie(server, request);
  const token = by.prefix === "" || text.toLowerCase().startsWith(by.prefix.toLowerCase()) ? text.slice(by.prefix.length).trim() : "";
  const actor = /^[\x21-\x7e]{1,500}$/.test(token) ? await server.engine.people.actorOf(token) : null;
  return actor?.kind === "person" ? parsed(actor) : refused("not-signed-in", `The key in ${by.header} is not valid. It may have been deleted or have expired.`);
}

async function actorOf(server: ServerContext, request: Parameters<typeof authenticate>[1]): Promise<Parsed<Actor>> {
  const credentials = await authenticate(server.engine, request).now;
  return credentials.ok ? parsed(credentials.value.actor) : credentials;
}

/** Authorization doesn't authenticate a call that names another header. */
function actorOfCookie(server: ServerContext, request: FastifyRequest): Promise<Parsed<Actor>> {
  const { authorization: _, ...headers } = request.headers;
  return actorOf(server, { headers, cookies: request.cookies, socket: request.socket });
}
