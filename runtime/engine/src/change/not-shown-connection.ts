/** The connection of a change: where a statement reads something that the document doesn't show, the change stops and names the line. */
import { notShownState } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Transaction } from "../connection/contract.ts";
import { stateOf } from "../connection/errors.ts";
import { notShown } from "../refusals/not-shown.ts";
import { stop } from "../refusals/stop.ts";
import { withReadCache, type CachedConnection } from "./cached-reads.ts";

export function notShownConnection(connection: Connection | Transaction, product: Product): CachedConnection {
  const cached = withReadCache(connection);
  const refusing = async <T>(sent: Promise<T>): Promise<T> => {
    try {
      return await sent;
    } catch (error) {
      if (stateOf(error) !== notShownState) throw error;
      return stop(notShown(product, (error as Error).message));
    }
  };
  return {
    rows: (query) => refusing(cached.rows(query)),
    row: (query) => refusing(cached.row(query)),
    all: (queries) => refusing(cached.all(queries)),
    later: (query) => refusing(cached.later(query)),
    runInParallel: (reading) => cached.runInParallel(reading),
    drain: () => refusing(cached.drain()),
    recall: (query) => cached.recall(query),
    remember: (query, rows) => cached.remember(query, rows),
  };
}
