/** Authenticates a request by its token: a session's or an API key's, in `Authorization: Bearer` or in the session's cookie. */
import type { Actor, Engine } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import { sessionToken } from "./cookies.ts";
import { type Parsed, parsed, refused } from "./response.ts";

export interface Credentials {
  readonly actor: Actor;
  readonly token: string | undefined;
  readonly by: "bearer" | "cookie" | "nothing";
}

/** `recent` is what the token named last time: it may be used only once `now` has confirmed it. */
export interface Authentication {
  readonly recent: Credentials | undefined;
  readonly now: Promise<Parsed<Credentials>>;
}

export const anonymous: Credentials = { actor: { kind: "anyone" }, token: undefined, by: "nothing" };

const tokenForm = /^[\x21-\x7e]{1,500}$/;
export const notAuthenticated =
  "The token in Authorization is not valid. The session may have ended or may wait for a second factor, or the API key may have been deleted or have expired.";

/** The token that was sent, whatever it is worth. */
export function tokenOf(request: Pick<FastifyRequest, "headers" | "cookies" | "socket">): string | undefined {
  const { authorization } = request.headers;
  const token = authorization === undefined ? sessionToken(request) : bearerOf(authorization);
  return token !== undefined && tokenForm.test(token) ? token : undefined;
}

const bearerOf = (authorization: string): string | undefined => /^Bearer +(\S+)$/i.exec(authorization)?.[1];

/** An invalid bearer token is refused; an invalid cookie counts as no cookie. */
export function authenticate(engine: Engine, request: Pick<FastifyRequest, "headers" | "cookies" | "socket">): Authentication {
  const authorization = request.headers.authorization;
  if (authorization !== undefined) return authenticateBearer(engine, bearerOf(authorization));
  const token = sessionToken(request);
  if (token === undefined || !tokenForm.test(token)) return { recent: undefined, now: Promise.resolve(parsed(anonymous)) };
  const { recent, now } = engine.people.asking(token);
  return { recent: recent && { actor: recent, token, by: "cookie" }, now: now.then((actor) => parsed({ actor, token, by: "cookie" })) };
}

function authenticateBearer(engine: Engine, token: string | undefined): Authentication {
  if (token === undefined || !tokenForm.test(token)) return { recent: undefined, now: Promise.resolve(refused("not-signed-in", notAuthenticated)) };
  const { recent, now } = engine.people.asking(token);
  const isPerson = (actor: Actor): boolean => actor.kind === "person";
  return {
    recent: recent && { actor: recent, token, by: "bearer" },
    now: now.then((actor) => (isPerson(actor) ? parsed<Credentials>({ actor, token, by: "bearer" }) : refused("not-signed-in", notAuthenticated))),
  };
}
