/**
 * Pipelines the statements that are sent in one iteration of the event loop, over one connection and with one write.
 *
 * A request that reads sends its questions at once: who is signed in, and the rows. The first of them starts the pipeline
 * (`startsPipeline`), and those that are sent in the same turn join it, in order.
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

/** `isLost`: whether the connection can't be used any more after this error. */
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

type Values<T extends readonly Promise<unknown>[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/** Runs independent steps of one change in parallel. Waits for all of them, also where one fails, because none may send anything after the transaction's end. */
export async function inParallel<const T extends readonly Promise<unknown>[]>(steps: T): Promise<Values<T>> {
  const settled = await Promise.allSettled(steps);
  for (const one of settled) if (one.status === "rejected") throw one.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as Values<T>;
}
