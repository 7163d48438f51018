/** Counts each person's requests in a minute (each address's, for who isn't signed in) against the document's limit, with `@fastify/rate-limit`. */
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Answer, problem } from "./response.ts";

const minute = 60_000;
/** So many people and addresses are counted at once; beyond, whoever was seen the longest ago is forgotten. */
const mostKeys = 50_000;

export interface RequestLimit {
  register(app: FastifyInstance): Promise<void>;
  /** Counts one more; an answer where it is one too many. Who asks, and how much they may, is known only behind the sign-in. */
  take(request: FastifyRequest, key: string, most: number): Promise<Answer | null>;
}

/** Windows are a minute from a person's first request; on the machine's clock, since rehearsal's stands still. */
export function limitRequests(): RequestLimit {
  const counted = new WeakMap<FastifyRequest, { readonly key: string; readonly most: number }>();
  let count: ReturnType<FastifyInstance["createRateLimit"]>;
  return {
    async register(app) {
      await app.register(rateLimit, { global: false, cache: mostKeys });
      count = app.createRateLimit({ timeWindow: minute, keyGenerator: (request) => counted.get(request)!.key, max: (request) => counted.get(request)!.most });
    },
    async take(request, key, most) {
      counted.set(request, { key, most });
      const found = await count(request);
      if (found.isAllowed || !found.isExceeded) return null;
      const seconds = Math.max(1, found.ttlInSeconds);
      return { ...problem("too-many-requests", `More than ${most} requests in a minute; try again in ${seconds} seconds.`), headers: { "retry-after": String(seconds) } };
    },
  };
}
