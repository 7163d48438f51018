/**
 * Within one transaction the same question has the same answer until something is written: it is asked once.
 * What locks, counts or tells is sent each time.
 */
import type { Query } from "@nonet/database";
import { connectionOf, type Connection, type Row, type Transaction } from "./connection.ts";

/** A connection that can be told what a question would be answered. */
export interface Remembering extends Transaction {
  remember(query: Query, rows: readonly Row[]): void;
}

const isRead = (text: string): boolean => text.startsWith("select ") && !/ for update|pg_advisory/.test(text);

/** Without a transaction there is nothing that would answer later: each statement is waited for. */
export function askOnce(connection: Connection | Transaction): Remembering {
  const known = new Map<string, Promise<readonly Row[]>>();
  const rows = (query: Query): Promise<readonly Row[]> => {
    if (!isRead(query.text)) {
      known.clear();
      return connection.rows(query);
    }
    const key = keyOf(query);
    let answer = known.get(key);
    if (!answer) {
      answer = connection.rows(query);
      known.set(key, answer);
      answer.catch(() => known.delete(key));
    }
    return answer;
  };
  return {
    ...connectionOf(rows),
    later: async (query) => {
      known.clear();
      if ("later" in connection) await connection.later(query);
      else await connection.rows(query);
    },
    remember: (query, answer) => void known.set(keyOf(query), Promise.resolve(answer)),
  };
}

const keyOf = (query: Query): string => `${query.name || query.text}\n${JSON.stringify(query.values)}`;
