/** Connections that many changes share: each sends a batch, pipelined, without waiting for those before it. */
import type pg from "pg";
import { isLost } from "./errors.ts";

interface Lane {
  readonly client: Promise<pg.PoolClient>;
  waiting: number;
}

export interface Lanes {
  /** On the lane with the fewest changes under way. `send` sends before it first waits. */
  use<T>(send: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Ends the connections. */
  close(): void;
}

/** Each lane is a client of the pool, taken when it is first needed. */
export function lanesOn(pool: pg.Pool): Lanes {
  const lanes: Lane[] = [];
  const open = (): Lane => {
    const lane: Lane = { client: pool.connect(), waiting: 0 };
    // A connection that breaks while nobody uses it isn't used again.
    lane.client.then(
      (client) => client.once("end", () => close(lane, client)),
      () => close(lane, null),
    );
    lanes.push(lane);
    return lane;
  };
  const close = (lane: Lane, client: pg.PoolClient | null): void => {
    const at = lanes.indexOf(lane);
    if (at < 0) return;
    lanes.splice(at, 1);
    client?.release(true);
  };
  const choose = (): Lane => {
    const least = lanes.reduce<Lane | undefined>((best, lane) => (best === undefined || lane.waiting < best.waiting ? lane : best), undefined);
    return least && (least.waiting === 0 || lanes.length >= pool.options.max) ? least : open();
  };
  return {
    use: async (send) => {
      const lane = choose();
      lane.waiting++;
      let client: pg.PoolClient | null = null;
      try {
        client = await lane.client;
        return await send(client);
      } catch (error) {
        if (isLost(error)) close(lane, client);
        throw error;
      } finally {
        lane.waiting--;
      }
    },
    close: () => [...lanes].forEach((lane) => void lane.client.then((client) => close(lane, client)).catch(() => undefined)),
  };
}
