/**
 * Authenticates a request that comes with a secret link: the token is sent as `Authorization: Link TOKEN`, or kept in a
 * cookie by the link's page. The link adds to what the actor may read and do.
 */
import type { Actor, Engine } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import { authenticate, type Authentication, type Credentials } from "./authentication.ts";
import { linkToken } from "./cookies.ts";
import { type Parsed, refused } from "./response.ts";
import { say } from "@nonet/texts";

/** An invalid link is refused where it is sent, and ignored where it comes from the cookie. */
export function authenticateWithLink(engine: Engine, request: FastifyRequest): Authentication {
  const sent = /^Link +([A-Za-z0-9]{1,100})$/i.exec(request.headers.authorization ?? "")?.[1];
  if (sent !== undefined) return { recent: undefined, now: withSentLink(engine, sent) };
  const authentication = authenticate(engine, request);
  const cookie = linkToken(request);
  return cookie === undefined ? authentication : { recent: undefined, now: withLinkOfCookie(engine, authentication.now, cookie) };
}

async function withSentLink(engine: Engine, token: string): Promise<Parsed<Credentials>> {
  const opened = await engine.openLink(token);
  return opened
    ? { ok: true, value: { actor: { kind: "anyone", link: opened.link }, token: undefined, by: "bearer" } }
    : refused("not-signed-in", say("this-link-isnt-valid-its-record-may"));
}

async function withLinkOfCookie(engine: Engine, authenticated: Promise<Parsed<Credentials>>, token: string): Promise<Parsed<Credentials>> {
  const credentials = await authenticated;
  if (!credentials.ok || credentials.value.by === "bearer") return credentials;
  const opened = await engine.openLink(token);
  if (!opened || credentials.value.actor.kind === "system") return credentials;
  return { ...credentials, value: { ...credentials.value, actor: { ...credentials.value.actor, link: opened.link } as Actor } };
}
