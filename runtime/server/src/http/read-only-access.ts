/** Keeps API keys that only read, and Owners who look at the product as somebody else, from every route that writes. */
import type { Actor } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import type { RouteOptions } from "./handler.ts";
import { type HttpResponse, problem } from "./response.ts";
import { isRead } from "./same-origin.ts";

/** Routes of sessions and accounts have checks of their own. */
export function checkReadOnly(actor: Actor, request: FastifyRequest, { session, reads }: RouteOptions): HttpResponse | null {
  if (actor.kind !== "person" || !actor.readOnly || session || reads || isRead(request)) return null;
  return problem("read-only-access", actor.supportBy ? "You are looking at the product as somebody else, so nothing can be changed." : "This API key can only read.");
}
