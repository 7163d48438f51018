/** What a handler of the API receives and returns, and how its route is set up. */
import type { Actor, Reads, RecordAhead } from "@nonet/engine";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Credentials } from "./authentication.ts";
import type { HttpResponse, written } from "./response.ts";

export interface RequestContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly credentials: Credentials;
  readonly actor: Actor;
  /** What this request reads records with: the engine, or a replica that has what the client has seen. */
  readonly reads: Reads;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** `?dryRun=true` or `unfinished`: check the write and store nothing. */
  readonly dryRun: boolean;
  /** `?confirm=LARGE,LATE`: codes of the warnings that the actor confirms. */
  readonly confirm: readonly string[];
  /** In an optimistic response: resolves when the actor is confirmed, and rejects if the token names another actor by now. */
  readonly authenticated?: () => Promise<void>;
  /** The record of `about`, for the engine alone. */
  readonly ahead?: RecordAhead | undefined;
  /** For the engine, if it stores keys of this change. */
  readonly idempotencyKey: string | undefined;
}

export type Handler = (context: RequestContext) => Promise<HttpResponse | typeof written>;

/** What remembers an `Idempotency-Key`: the engine with the change, the server with the response, or the handler, because the body isn't read before. */
export type KeyMemory = "engine" | "server" | "handler";

export interface RouteOptions {
  /** The route starts or ends a session: an invalid token isn't refused, and no response is remembered. */
  readonly session?: boolean;
  /** The route only reads, although its method isn't GET. */
  readonly reads?: boolean;
  /** `?dryRun=true` checks the write and stores nothing, so that whoever can only read may send it. */
  readonly dryRun?: boolean;
  /** The server unless stated. */
  readonly keyMemory?: (params: Readonly<Record<string, string>>) => KeyMemory;
  /** The handler may start before the actor is confirmed: it awaits `authenticated` before it uses what it has read. */
  readonly optimistic?: (params: Readonly<Record<string, string>>) => boolean;
  /** The record that the request is about, by its entity's path and its id: it is read while the actor is being looked up. */
  readonly about?: (params: Readonly<Record<string, string>>) => { readonly path: string; readonly id: string };
  /** The handler reads with `reads`. */
  readonly fromReplica?: boolean;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly credentials: Credentials;
  readonly reads: Reads;
  readonly ahead?: RecordAhead | undefined;
}

export function requestContext({ request, reply, credentials, reads, ahead }: Exchange, authenticated?: () => Promise<void>): RequestContext {
  const query = request.query as Record<string, string | string[]>;
  return {
    request,
    reply,
    credentials,
    actor: credentials.actor,
    reads,
    params: request.params as Record<string, string>,
    query,
    dryRun: isDryRun(query),
    confirm: confirmedCodes(query["confirm"]),
    ...(authenticated ? { authenticated } : {}),
    ...(ahead ? { ahead } : {}),
    idempotencyKey: undefined,
  };
}

export const confirmedCodes = (parameter: unknown): readonly string[] =>
  typeof parameter === "string"
    ? parameter
        .split(",")
        .map((code) => code.trim())
        .filter(Boolean)
    : [];

/** Whether a write is only checked. `unfinished` also lets required values be missing. */
export const isDryRun = (query: Readonly<Record<string, unknown>>): boolean => query["dryRun"] === "true" || query["dryRun"] === "unfinished";
