import type { Actor } from "@nonet/engine";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Asker } from "./authentication.ts";
import { type Answer, written } from "./response.ts";

export interface Ask {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly asker: Asker;
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Where it is answered for whom the token named the last time: comes when it is known to name the same person still, and fails else. What follows from an answer is done behind it. */
  readonly confirmed?: () => Promise<void>;
  /** Set where it may be handed on to the engine. */
  readonly idempotencyKey: string | undefined;
}

export type Handler = (ask: Ask) => Promise<Answer | typeof written>;

export const isDryRun = (query: Ask["query"]): boolean => query.dryRun === "true";
