import type { Actor } from "@nonet/engine";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Credentials } from "./authentication.ts";
import { type Answer, written } from "./response.ts";

export interface RequestContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly asker: Credentials;
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Where it is answered for whom the token named the last time: comes when it is known to name the same person still, and fails else. What follows from an answer is done behind it. */
  readonly confirmed?: () => Promise<void>;
  /** Set where it may be handed on to the engine. */
  readonly idempotencyKey: string | undefined;
}

export type Handler = (ask: RequestContext) => Promise<Answer | typeof written>;

export const isDryRun = (query: RequestContext["query"]): boolean => query.dryRun === "true";
