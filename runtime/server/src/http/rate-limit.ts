/** Counts the requests of each client in a minute with `@fastify/rate-limit`. */
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Processes } from "@nonet/engine";
import { type HttpResponse, problem } from "./response.ts";
import { sharedRequestCounts } from "../limits/shared-request-counts.ts";
import { say } from "@nonet/texts";

const minute = 60_000;
/** Clients counted at the same time; the one that was idle the longest is forgotten first. */
const maxClients = 50_000;

export interface RequestLimit {
  register(app: FastifyInstance): Promise<void>;
  /** Counts a request, and refuses it above `max`. The client and the limit are known only after authentication, so this is no hook. */
  take(request: FastifyRequest, client: string, max: number): Promise<HttpResponse | null>;
}

/** A window is a minute from a client's first request, by the machine's clock: rehearsal's stands still. With `take`, all processes of the product count together. */
export function limitRequests(take?: Processes["takeRequests"]): RequestLimit {
  const counted = new WeakMap<FastifyRequest, { readonly client: string; readonly max: number }>();
  const refusals = new WeakMap<FastifyRequest, Promise<HttpResponse | null>>();
  let count: ReturnType<FastifyInstance["createRateLimit"]>;
  const refuse = async (request: FastifyRequest, max: number): Promise<HttpResponse | null> => {
    const result = await count(request);
    if (result.isAllowed || !result.isExceeded) return null;
    const seconds = Math.max(1, result.ttlInSeconds);
    return {
      ...problem("too-many-requests", say("too-many-requests-the-limit-is-max", { max, seconds })),
      headers: { "retry-after": String(seconds) },
    };
  };
  return {
    async register(app) {
      await app.register(rateLimit, { global: false, cache: maxClients, ...(take ? { store: sharedRequestCounts(take) } : {}) });
      count = app.createRateLimit({ timeWindow: minute, keyGenerator: (request) => counted.get(request)!.client, max: (request) => counted.get(request)!.max });
    },
    take(request, client, max) {
      // A request is handled twice if its client wasn't who it was last time, and counted once.
      const before = counted.get(request)?.client === client ? refusals.get(request) : undefined;
      if (before) return before;
      counted.set(request, { client, max });
      const refused = refuse(request, max);
      refusals.set(request, refused);
      return refused;
    },
  };
}
