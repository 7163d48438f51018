/** Holds each client to the product's limit `requests per minute`. */
import { limitOf } from "@nonet/api";
import type { Actor } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import type { HttpResponse } from "./response.ts";
import type { ServerContext } from "./server-context.ts";

/** Default 18. */
const defaultLimit = 600;

export function checkRateLimit(server: ServerContext, request: FastifyRequest, client: string): Promise<HttpResponse | null> {
  return server.limit.take(request, client, limitOf(server.engine.product, "requests per minute", server.today()) ?? defaultLimit);
}

/** Signed-in users are counted by who they are, everybody else by address. */
export const clientKey = (actor: Actor, request: FastifyRequest): string => (actor.kind === "person" ? (actor.supportBy ?? actor.id) : request.ip);
