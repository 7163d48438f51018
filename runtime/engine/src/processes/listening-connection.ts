/** A connection that listens to the other processes, opened again where it breaks. */
import { system } from "@nonet/database";
import pg from "pg";
import type { Row } from "../connection/contract.ts";

export interface ListeningConnection {
  /** Rejects while the connection is broken. */
  rows(query: { readonly text: string; readonly values: readonly unknown[] }): Promise<readonly Row[]>;
  /** The process number of its backend, by which notifications name their sender. */
  readonly backend: number;
  close(): Promise<void>;
}

export interface Listening {
  /** `sender`: the backend of the process that sent it. */
  readonly onNotification: (sender: number, text: string) => void;
  /** Called after each connection but the first. */
  readonly onReopened: () => void;
}

const reopenAfter = 500;

export async function openListening(url: string, on: Listening): Promise<ListeningConnection> {
  let closed = false;
  let client: pg.Client | null = null;
  let waiting: NodeJS.Timeout | undefined;
  const open = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000, application_name: system.listenerName });
    let isOver = false;
    const over = (): void => {
      isOver = true;
      // While it is being opened, its error says so.
      if (client !== next) return;
      client = null;
      void next.end().catch(() => undefined);
      if (!closed) reopen();
    };
    next.on("error", over);
    next.on("end", over);
    next.on("notification", ({ processId, payload }) => on.onNotification(processId, payload ?? ""));
    try {
      await next.connect();
      await next.query(system.listen);
      if (isOver || closed) throw new Error("Connection terminated");
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    client = next;
  };
  const reopen = (): void => {
    waiting = setTimeout(() => {
      open().then(on.onReopened, () => (closed ? undefined : reopen()));
    }, reopenAfter);
  };
  await open();
  return {
    rows: async ({ text, values }) => {
      if (!client) throw new Error("Connection terminated");
      return (await client.query(text, [...values])).rows as Row[];
    },
    get backend() {
      return (client as unknown as { readonly processID: number } | null)?.processID ?? 0;
    },
    close: async () => {
      closed = true;
      clearTimeout(waiting);
      await client?.end().catch(() => undefined);
    },
  };
}
