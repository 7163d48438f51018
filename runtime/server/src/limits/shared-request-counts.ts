/**
 * Counts requests over all processes of a product, for `@fastify/rate-limit`.
 *
 * A process takes some requests of a client's minute from the database at a time, fewer the nearer the limit is. So most
 * requests are counted without asking the database, all processes together never allow more than the limit, and what one
 * of them has taken and not used is small at the end.
 */
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { GrantedRequests, Processes } from "@nonet/engine";

/** Of what the limit leaves, a process takes this part, but no more than `mostAtOnce`. */
const part = 20;
const mostAtOnce = 100;
/** Clients known at the same time; the one that has been known the longest is forgotten first. */
const maxClients = 50_000;
const minute = 60_000;

interface Lease {
  left: number;
  taken: number;
  endsAt: number;
}

type Take = Processes["takeRequests"];
type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void;

export function sharedRequestCounts(take: Take): FastifyRateLimitStoreCtor {
  const leases = new Map<string, Lease>();
  const taking = new Map<string, Promise<unknown>>();

  const renew = async (client: string, most: number): Promise<void> => {
    const known = leases.get(client);
    const taken = known && known.endsAt > Date.now() ? known.taken : 0;
    const wanted = Math.min(mostAtOnce, Math.max(1, Math.floor((most - taken) / part)));
    // While the database is away, each process counts alone.
    const granted: GrantedRequests = await take(client, wanted, most).catch(() => ({ granted: wanted, taken: taken + wanted, milliseconds: minute }));
    leases.delete(client);
    leases.set(client, { left: granted.granted, taken: granted.granted === 0 ? most : granted.taken, endsAt: Date.now() + granted.milliseconds });
    if (leases.size > maxClients) leases.delete(leases.keys().next().value!);
  };

  const count = async (client: string, most: number): Promise<{ current: number; ttl: number }> => {
    for (;;) {
      const lease = leases.get(client);
      const ttl = lease ? lease.endsAt - Date.now() : 0;
      if (lease && ttl > 0 && lease.left > 0) {
        lease.left--;
        return { current: 1, ttl };
      }
      // The window's requests are used up, so the database isn't asked again before it ends.
      if (lease && ttl > 0 && lease.taken >= most) return { current: most + 1, ttl };
      const renewing = taking.get(client) ?? renew(client, most).finally(() => taking.delete(client));
      taking.set(client, renewing);
      await renewing;
    }
  };

  return class implements FastifyRateLimitStore {
    incr(client: string, counted: Counted, _window?: number, most = 0): void {
      count(client, most).then(
        (result) => counted(null, result),
        (error: unknown) => counted(error as Error),
      );
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
