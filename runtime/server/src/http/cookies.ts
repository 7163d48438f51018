/**
 * The cookies that hold the token of a session and of a secret link. Where browsers use HTTPS their names begin with
 * `__Host-`, so that no other host of the same domain can set them.
 */
import type { Session } from "@nonet/engine";
import type { FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** Browsers use HTTPS. */
    readonly secureCookies?: boolean;
  }
}

type Incoming = Pick<FastifyRequest, "cookies" | "socket"> & Partial<Pick<FastifyRequest, "server">>;

export const sessionToken = (request: Incoming): string | undefined => request.cookies[cookieName("nonet_session", request)];

export function setSession(request: FastifyRequest, reply: FastifyReply, session: Session, secure: boolean): void {
  reply.setCookie(cookieName("nonet_session", request), session.token, { httpOnly: true, sameSite: "lax", secure, path: "/", maxAge: session.seconds });
}

export function clearSession(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(cookieName("nonet_session", request), { httpOnly: true, sameSite: "lax", secure, path: "/" });
}

export const linkToken = (request: Incoming): string | undefined => request.cookies[cookieName("nonet_link", request)];

export function setLink(request: FastifyRequest, reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(cookieName("nonet_link", request), token, { httpOnly: true, sameSite: "lax", secure, path: "/", maxAge: 24 * 3600 });
}

/** Browsers share cookies between ports, so two products on one machine need different names. */
function cookieName(base: string, { socket, server }: Incoming): string {
  const name = server?.secureCookies ? `__Host-${base}` : base;
  const port = socket.localPort;
  return port === undefined || port === 443 || port === 80 ? name : `${name}_${port}`;
}
