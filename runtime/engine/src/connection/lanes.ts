/** Connections that many changes share: each statement is a change of its own, sent without waiting for those before it. */
import type { Query } from "@nonet/database";
import type pg from "pg";
import { isLost } from "./errors.ts";
import type { Row } from "./contract.ts";

type Rows = Promise<readonly Row[]>;

interface Lane {
  readonly client: Promise<pg.PoolClient>;
  waiting: number;
}

export interface Lanes {
  (query: Query): Rows;
  /** Ends the connections. */
  close(): void;
}

/** Sends on the lane with the fewest statements under way; each lane is a client of the pool, taken when it is first needed. */
export function lanesOn(pool: pg.Pool, send: (client: pg.PoolClient, query: Query) => Rows): Lanes {
  const lanes: Lane[] = [];
  const most = pool.options.max;
  const open = (): Lane => {
    const lane: Lane = { client: pool.connect(), waiting: 0 };
    lane.client.catch(() => close(lane, null));
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
    return least && (least.waiting === 0 || lanes.length >= most) ? least : open();
  };
  const sendOn = async (query: Query): Rows => {
    const lane = choose();
    lane.waiting++;
    let client: pg.PoolClient | null = null;
    try {
      client = await lane.client;
      return await send(client, query);
    } catch (error) {
      if (isLost(error)) close(lane, client);
      throw error;
    } finally {
      lane.waiting--;
    }
  };
  return Object.assign(sendOn, { close: () => [...lanes].forEach((lane) => void lane.client.then((client) => close(lane, client)).catch(() => undefined)) });
}
