/** A connection over one client of the pool. */
import type { Socket } from "node:net";
import type { Query } from "@nonet/database";
import type pg from "pg";
import type { Connection, Row } from "./contract.ts";

export const connectionOf = (rows: (query: Query) => Promise<readonly Row[]>): Connection => ({
  rows,
  row: async (query) => (await rows(query))[0],
  all: async (queries) => {
    for (const query of queries) await rows(query);
  },
});

/** Statements of one turn of the event loop leave in one write to the socket. */
export function gatherWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
