/**
 * Statements of one turn of the event loop on one connection.
 *
 * A request that reads asks who asks, and what, at once (the server's `room.ts`). The first of these leads: what is sent in
 * the same turn goes along, in its order, in one write and on one connection, in place of a connection and a write for each.
 */
import type { Query } from "@nonet/database";
import type pg from "pg";
import type { Row } from "./contract.ts";

type Rows = Promise<readonly Row[]>;
type Send = (client: pg.PoolClient, query: Query) => Rows;

interface Waiting {
  readonly query: Query;
  readonly settle: (sending: Rows) => void;
}

/** `isLost`: whether an error leaves a connection that is of no more use. */
export function pipelined(pool: pg.Pool, send: Send, isLost: (error: unknown) => boolean): (query: Query) => Rows {
  let turn: Waiting[] | null = null;
  const leave = async (waiting: readonly Waiting[]): Promise<void> => {
    const connecting = pool.connect();
    connecting.catch((error: unknown) => waiting.forEach(({ settle }) => settle(Promise.reject(error as Error))));
    const client = await connecting;
    const sent = waiting.map(({ query, settle }) => {
      const sending = send(client, query);
      settle(sending);
      return sending;
    });
    const settled = await Promise.allSettled(sent);
    client.release(settled.some((one) => one.status === "rejected" && isLost(one.reason)));
  };
  return (query) =>
    new Promise((settle) => {
      if (turn) return void turn.push({ query, settle });
      const begun = [{ query, settle }];
      if (!query.startsPipeline) return void leave(begun).catch(() => undefined);
      turn = begun;
      process.nextTick(() => {
        turn = null;
        leave(begun).catch(() => undefined);
      });
    });
}

/** Steps of one change that hang on nothing of each other, sent side by side. */

type Values<T extends readonly Promise<unknown>[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/** Waits for every one of them, also where one fails: none may send anything when the transaction is over. */
export async function inParallel<const T extends readonly Promise<unknown>[]>(steps: T): Promise<Values<T>> {
  const settled = await Promise.allSettled(steps);
  for (const one of settled) if (one.status === "rejected") throw one.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as Values<T>;
}
