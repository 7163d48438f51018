/**
 * Pipelines the statements that are sent in one tick of the event loop, over one connection and with one write.
 *
 * A request that reads sends its questions at once: who is signed in, and the rows. The first of them starts the pipeline
 * (`startsPipeline`), and those that are sent in the same tick join it, in order. Where all of them are short, they wait for
 * those of other requests whose data has come meanwhile, and leave with them when the turn of the event loop ends.
 */
import type { Query } from "@nonet/database";
import type pg from "pg";
import type { Row } from "./contract.ts";
import { gatherTurn } from "../queues/turn.ts";

type Rows = Promise<readonly Row[]>;
/** The rows of each, sent in this order. */
type Send = (client: pg.PoolClient, queries: readonly Query[]) => readonly Rows[];

interface Waiting {
  readonly query: Query;
  readonly settle: (sending: Rows) => void;
}

/** Lends a connection; an error of `work` means that it can't be used any more. */
export type Lend = <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;

interface Pipelining {
  /** The connection for statements that leave together. */
  readonly lender: (queries: readonly Query[]) => Lend;
  readonly send: Send;
  /** Whether the connection can't be used any more after this error. */
  readonly isLost: (error: unknown) => boolean;
}

export function pipelined({ lender, send, isLost }: Pipelining): (query: Query) => Rows {
  let tick: Waiting[] | null = null;
  const leave = async (waiting: readonly Waiting[]): Promise<void> => {
    let isSent = false;
    try {
      await lender(waiting.map(({ query }) => query))(async (client) => {
        isSent = true;
        const sent = send(
          client,
          waiting.map(({ query }) => query),
        );
        sent.forEach((sending, i) => waiting[i]!.settle(sending));
        for (const one of await Promise.allSettled(sent)) if (one.status === "rejected" && isLost(one.reason)) throw one.reason;
      });
    } catch (error) {
      // What was sent reports its errors itself.
      if (!isSent) waiting.forEach(({ settle }) => settle(Promise.reject(error as Error)));
    }
  };
  const gather = gatherTurn<Waiting>((waiting) => void leave(waiting));
  return (query) =>
    new Promise((settle) => {
      if (tick) return void tick.push({ query, settle });
      const begun = [{ query, settle }];
      if (!query.startsPipeline) return void leave(begun);
      tick = begun;
      process.nextTick(() => {
        tick = null;
        if (begun.every((one) => one.query.isShort)) begun.forEach(gather);
        else void leave(begun);
      });
    });
}

export const lendFrom =
  (pool: pg.Pool): Lend =>
  async (work) => {
    const client = await pool.connect();
    let isBroken = true;
    try {
      const value = await work(client);
      isBroken = false;
      return value;
    } finally {
      client.release(isBroken);
    }
  };

type Values<T extends readonly Promise<unknown>[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/** Runs independent steps of one change in parallel. Waits for all of them, also where one fails, because none may send anything after the transaction's end. */
export async function inParallel<const T extends readonly Promise<unknown>[]>(steps: T): Promise<Values<T>> {
  const settled = await Promise.allSettled(steps);
  for (const one of settled) if (one.status === "rejected") throw one.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as Values<T>;
}
