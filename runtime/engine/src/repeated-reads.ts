/**
 * Within one transaction the same question has the same answer until something is written: it is asked once.
 * What locks, counts or tells is sent each time.
 */
import type { Query } from "@nonet/database";
import type { Connection, Row } from "./connection.ts";

/** A connection that can be told what a question would be answered. */
export interface Remembering extends Connection {
  remember(query: Query, rows: readonly Row[]): void;
}

const isRead = (text: string): boolean => text.startsWith("select ") && !/ for update|pg_notify|pg_advisory/.test(text);

export function askOnce(connection: Connection): Remembering {
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
    rows,
    row: async (query) => (await rows(query))[0],
    all: async (queries) => {
      for (const query of queries) await rows(query);
    },
    remember: (query, answer) => void known.set(keyOf(query), Promise.resolve(answer)),
  };
}

const keyOf = (query: Query): string => `${query.name || query.text}\n${JSON.stringify(query.values)}`;
