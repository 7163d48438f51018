/**
 * Within one transaction the same question has the same answer until something is written: it is asked once.
 * What locks, counts or tells is sent each time. Reads that were begun may go on beside others; a write waits for them.
 */
import type { Query } from "@nonet/database";
import type { Connection, Row, Transaction } from "../connection/contract.ts";
import { connectionOf } from "../connection/database.ts";

/** A connection that can be told what a question would be answered. */
export interface CachedConnection extends Transaction {
  remember(query: Query, rows: readonly Row[]): void;
  /** Begins what only reads, and goes on; one after the other, and nothing is written before it is done. */
  beside(reading: () => Promise<void>): void;
  /** Waits for what was begun beside; fails as that did. */
  settled(): Promise<void>;
  /** What it has been answered since something was written the last time. */
  recall(query: Query): Promise<readonly Row[]> | undefined;
}

const isRead = (text: string): boolean => text.startsWith("select ") && !/ for update|pg_advisory/.test(text);

/** Without a transaction there is nothing that would answer later: each statement is waited for. */
export function withReadCache(connection: Connection | Transaction): CachedConnection {
  const known = new Map<string, Promise<readonly Row[]>>();
  let begun: Promise<void> | null = null;
  const settled = async (): Promise<void> => {
    while (begun) {
      const last: Promise<void> = begun;
      try {
        await last;
      } finally {
        if (begun === last) begun = null;
      }
    }
  };
  const rows = (query: Query): Promise<readonly Row[]> => {
    if (!isRead(query.text)) return write(() => connection.rows(query));
    const key = keyOf(query);
    let answer = known.get(key);
    if (!answer) {
      answer = connection.rows(query);
      known.set(key, answer);
      answer.catch(() => known.delete(key));
    }
    return answer;
  };
  const write = async <T>(send: () => Promise<T>): Promise<T> => {
    if (begun) await settled();
    known.clear();
    return send();
  };
  return {
    ...connectionOf(rows),
    later: async (query) => void (await write<unknown>(() => ("later" in connection ? connection.later(query) : connection.rows(query)))),
    beside: (reading) => {
      begun = begun ? begun.then(reading) : reading();
      begun.catch(() => undefined);
    },
    settled,
    recall: (query) => known.get(keyOf(query)),
    remember: (query, answer) => void known.set(keyOf(query), Promise.resolve(answer)),
  };
}

const keyOf = (query: Query): string => `${query.name || query.text}\n${JSON.stringify(query.values)}`;
