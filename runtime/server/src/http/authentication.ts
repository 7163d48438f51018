/** Who sends a request: a token in `Authorization: Bearer` or in the session's cookie, and from which page. */
import type { Actor, Engine, Session } from "@nonet/engine";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Parsed, parsed, refused } from "./response.ts";

export interface Credentials {
  readonly actor: Actor;
  readonly token: string | undefined;
  readonly by: "bearer" | "cookie" | "nothing";
}

const cookieName = (request: FastifyRequest): string => {
  // Cookies don't tell ports apart: two products on one machine would sign each other out.
  const port = request.socket.localPort;
  return port === undefined || port === 443 || port === 80 ? "nonet_session" : `nonet_session_${port}`;
};

/** Who asks `now`, and who did with the same token the last time: not to be trusted before the two are the same. */
export interface Authentication {
  readonly recent: Credentials | undefined;
  readonly now: Promise<Parsed<Credentials>>;
}

/** A bearer token that names no session is refused; a cookie that names none is nobody in particular. */
export function askingOf(engine: Engine, request: FastifyRequest): Authentication {
  const authorization = request.headers.authorization;
  if (authorization !== undefined) {
    const token = /^Bearer +([\x21-\x7e]{1,500})$/i.exec(authorization)?.[1];
    const asking = token === undefined ? null : engine.people.asking(token);
    return { recent: asking?.recent && { actor: asking.recent, token, by: "bearer" }, now: bearer(token, asking?.now) };
  }
  const token = request.cookies[cookieName(request)];
  if (token === undefined || !/^[\x21-\x7e]{1,500}$/.test(token))
    return { recent: undefined, now: Promise.resolve(parsed<Credentials>({ actor: { kind: "anyone" }, token: undefined, by: "nothing" })) };
  const { recent, now } = engine.people.asking(token);
  return { recent: recent && { actor: recent, token, by: "cookie" }, now: now.then((actor) => parsed({ actor, token, by: "cookie" })) };
}

async function bearer(token: string | undefined, asked: Promise<Actor> | undefined): Promise<Parsed<Credentials>> {
  const actor = await asked;
  return actor?.kind === "person" ? parsed({ actor, token, by: "bearer" }) : refused("not-signed-in", "The token in Authorization names no session: it may have ended.");
}

/**
 * Whether a write may come from where it comes from: a browser names the page's origin, which must be ours.
 * Programs name none; they also have no cookie that somebody else could make them send.
 */
export function isFromHere(request: FastifyRequest): boolean {
  const origin = request.headers.origin;
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === request.headers.host;
  const site = request.headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

export function setSession(request: FastifyRequest, reply: FastifyReply, session: Session, secure: boolean): void {
  reply.setCookie(cookieName(request), session.token, { httpOnly: true, sameSite: "lax", secure, path: "/", maxAge: session.seconds });
}

export function clearSession(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(cookieName(request), { httpOnly: true, sameSite: "lax", secure, path: "/" });
}

export const personOf = (session: Pick<Session, "actor">): Readonly<Record<string, unknown>> => {
  const { id, name, email, roles, owner } = session.actor;
  return { id, name, email, roles, owner };
};
