/** A change's connection: where a statement meets something not shown, the change stops with that, naming the line. */
import { notShownState } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Transaction } from "../connection/contract.ts";
import { stateOf } from "../connection/errors.ts";
import type { Refusal } from "../contract/outcome.ts";
import { notShown } from "../refusals/not-shown.ts";
import { type CachedConnection, withReadCache } from "./cached-reads.ts";

export function shownConnection(
  connection: Connection | Transaction,
  product: Product,
  stop: (refused: { readonly ok: false; readonly refusal: Refusal }) => never,
): CachedConnection {
  const once = withReadCache(connection);
  const shown = async <T>(sent: Promise<T>): Promise<T> => {
    try {
      return await sent;
    } catch (error) {
      if (stateOf(error) !== notShownState) throw error;
      return stop(notShown(product, (error as Error).message));
    }
  };
  return {
    rows: (query) => shown(once.rows(query)),
    row: (query) => shown(once.row(query)),
    all: (queries) => shown(once.all(queries)),
    later: (query) => shown(once.later(query)),
    beside: (reading) => once.beside(reading),
    settled: () => shown(once.settled()),
    recall: (query) => once.recall(query),
    remember: (query, rows) => once.remember(query, rows),
  };
}
