/** Authenticates an offered call by the header that the document names; the product's own pages may call it with their cookie. */
import type { OfferedMatch } from "@nonet/api";
import type { Actor } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import { authenticate } from "../http/authentication.ts";
import { type Parsed, parsed, refused } from "../http/response.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import type { ServerContext } from "../http/server-context.ts";

/** `credential`: the record of the document whose key the caller has. */
export interface Caller {
  readonly actor: Actor;
  readonly credential?: string;
}

export async function authenticateOffered(server: ServerContext, request: FastifyRequest, { call, does }: OfferedMatch): Promise<Parsed<Caller>> {
  const hasCookies = request.cookies && Object.keys(request.cookies).length > 0;
  if (request.method !== "GET" && hasCookies && !isSameOrigin(request)) return refused("other-origin");
  const by = does.signedInBy;
  if (does.credential) {
    const found = await server.engine.callerOf(call.name, keyIn(request, by) ?? "");
    return found ? parsed(found) : refused("not-signed-in", `The key in ${by.kind === "header" ? by.header : "Authorization"} is missing or not valid.`);
  }
  if (by.kind !== "header") return withActor(actorOf(server, request));
  const text = headerText(request, by.header);
  if (text === "") return withActor(actorOfCookie(server, request));
  const key = keyIn(request, by);
  const actor = key === null ? null : await server.engine.people.actorOf(key);
  return actor?.kind === "person" ? parsed({ actor }) : refused("not-signed-in", `The key in ${by.header} is not valid. It may have been deleted or have expired.`);
}

const withActor = async (actor: Promise<Parsed<Actor>>): Promise<Parsed<Caller>> => {
  const found = await actor;
  return found.ok ? parsed({ actor: found.value }) : found;
};

function headerText(request: FastifyRequest, name: string): string {
  const header = request.headers[name.toLowerCase()];
  return (Array.isArray(header) ? header[0] : header) ?? "";
}

/** The key after its prefix; null where there is none, or none that could be one. */
function keyIn(request: FastifyRequest, by: OfferedMatch["does"]["signedInBy"]): string | null {
  const { header, prefix } = by.kind === "header" ? by : { header: "authorization", prefix: "Bearer " };
  const text = headerText(request, header);
  const key = text.toLowerCase().startsWith(prefix.toLowerCase()) ? text.slice(prefix.length).trim() : "";
  return /^[\x21-\x7e]{1,500}$/.test(key) ? key : null;
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
