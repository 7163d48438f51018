/**
 * Inside one transaction the same read has the same result until something is written: it is sent once. Statements that
 * lock or write are sent each time. A read that was started in parallel may overlap with others; a write waits for it.
 */
import type { Query } from "@nonet/database";
import type { Connection, Row, Transaction } from "../connection/contract.ts";
import { connectionOf } from "../connection/send-on-client.ts";

export interface CachedConnection extends Transaction {
  /** Stores the rows that a read would return. */
  remember(query: Query, rows: readonly Row[]): void;
  /** The rows of a read since the last write; undefined where it wasn't sent. */
  recall(query: Query): Promise<readonly Row[]> | undefined;
  /** Starts steps that only read and returns at once; they run one after the other, and the next write waits for them. */
  runInParallel(reading: () => Promise<void>): void;
  /** Waits for the steps that were started in parallel; fails as they did. */
  drain(): Promise<void>;
}

const maxTexts = 3000;
const readTexts = new Map<string, boolean>();

function isRead(text: string): boolean {
  let known = readTexts.get(text);
  if (known === undefined) {
    if (readTexts.size >= maxTexts) readTexts.clear();
    readTexts.set(text, (known = text.startsWith("select ") && !/ for update|pg_advisory/.test(text)));
  }
  return known;
}

/** On a plain connection, outside of a transaction, `later` waits for each statement. */
export function withReadCache(connection: Connection | Transaction): CachedConnection {
  const cache = new Map<string, Promise<readonly Row[]>>();
  let started: Promise<void> | null = null;
  const drain = async (): Promise<void> => {
    while (started) {
      const last: Promise<void> = started;
      try {
        await last;
      } finally {
        if (started === last) started = null;
      }
    }
  };
  const rows = (query: Query): Promise<readonly Row[]> => {
    if (!isRead(query.text)) return write(() => connection.rows(query));
    const key = keyOf(query);
    let answer = cache.get(key);
    if (!answer) {
      answer = connection.rows(query);
      cache.set(key, answer);
      answer.catch(() => cache.delete(key));
    }
    return answer;
  };
  const write = async <T>(send: () => Promise<T>): Promise<T> => {
    if (started) await drain();
    cache.clear();
    return send();
  };
  return {
    ...connectionOf(rows),
    later: async (query) => void (await write<unknown>(() => ("later" in connection ? connection.later(query) : connection.rows(query)))),
    runInParallel: (reading) => {
      started = started ? started.then(reading) : reading();
      started.catch(() => undefined);
    },
    drain,
    recall: (query) => cache.get(keyOf(query)),
    remember: (query, answer) => void cache.set(keyOf(query), Promise.resolve(answer)),
  };
}

const keyOf = (query: Query): string => `${query.name || query.text}\n${JSON.stringify(query.values)}`;
