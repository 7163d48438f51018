/** Authenticates an offered call by the header that the document names; the product's own pages may call it with their cookie. */
import type { OfferedMatch } from "@nonet/api";
import type { Actor } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import { authenticate, notAuthenticated } from "../http/authentication.ts";
import { type Parsed, parsed, refused } from "../http/response.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import type { ServerContext } from "../http/server-context.ts";
import { say } from "@nonet/texts";

/** `credential`: the record of the document whose key the caller has. `token`: the key that the caller sent; a session cookie is never given away. */
export interface Caller {
  readonly actor: Actor;
  readonly credential?: string;
  readonly token?: string;
}

type Way = OfferedMatch["does"]["signedInBy"][number];

export async function authenticateOffered(server: ServerContext, request: FastifyRequest, { call, does }: OfferedMatch): Promise<Parsed<Caller>> {
  const hasCookies = request.cookies && Object.keys(request.cookies).length > 0;
  if (request.method !== "GET" && hasCookies && !isSameOrigin(request)) return refused("other-origin");
  const used = does.signedInBy.filter((way) => headerText(request, headerOf(way)) !== "");
  const key = used.map((way) => keyIn(request, way)).find((one) => one !== null) ?? null;
  if (does.credential) {
    if (used.length === 0 && does.for.includes("anyone")) return parsed({ actor: { kind: "anyone" } });
    const found = await server.engine.callerOf(call.name, key ?? "");
    return found ? parsed(found) : refused("not-signed-in", say("the-key-in-signedinby-is-missing-or", { signedInBy: does.signedInBy.map(headerOf).join(" or ") }));
  }
  const [first] = used;
  if (!first) return actorOfCookie(server, request);
  const actor = key === null ? null : await server.engine.people.actorOf(key);
  if (key !== null && actor?.kind === "person") return parsed({ actor, token: key });
  return refused("not-signed-in", first.kind === "header" ? say("the-key-in-header-is-not-valid", { header: first.header }) : notAuthenticated);
}

/** A session is also taken as a bearer token. */
const headerOf = (way: Way): string => (way.kind === "header" ? way.header : "Authorization");

function headerText(request: FastifyRequest, name: string): string {
  const header = request.headers[name.toLowerCase()];
  return (Array.isArray(header) ? header[0] : header) ?? "";
}

/** The key after its prefix; null where there is none, or none that could be one. */
function keyIn(request: FastifyRequest, way: Way): string | null {
  const prefix = way.kind === "header" ? way.prefix : "Bearer ";
  const text = headerText(request, headerOf(way));
  const key = text.toLowerCase().startsWith(prefix.toLowerCase()) ? text.slice(prefix.length).trim() : "";
  return /^[\x21-\x7e]{1,500}$/.test(key) ? key : null;
}

/** Authorization doesn't authenticate a call that names another header. */
async function actorOfCookie(server: ServerContext, request: FastifyRequest): Promise<Parsed<Caller>> {
  const { authorization: _, ...headers } = request.headers;
  const credentials = await authenticate(server.engine, { headers, cookies: request.cookies, socket: request.socket }).now;
  return credentials.ok ? parsed({ actor: credentials.value.actor }) : credentials;
}
