/**
 * Refuses writes that a page of another site makes a browser send (cross-site request forgery). Programs send neither
 * header, and they hold no cookie that somebody else could make them send.
 */
import type { FastifyRequest } from "fastify";
import { type HttpResponse, problem } from "./response.ts";

export const checkOrigin = (request: FastifyRequest): HttpResponse | null => (isRead(request) || isSameOrigin(request) ? null : problem("other-origin"));

export const isRead = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

export function isSameOrigin(request: FastifyRequest): boolean {
  const origin = request.headers.origin;
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === request.headers.host;
  const site = request.headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}
