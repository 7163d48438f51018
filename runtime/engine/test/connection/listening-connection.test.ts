/** The connection that listens to other processes: one at a time, however often it breaks, and none once it is closed. */
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { system } from "@nonet/database";
import pg from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { openListening } from "../../src/processes/listening-connection.ts";

/** In front of PostgreSQL's socket. While it refuses, it accepts connections and ends them, as a balancer without a server does. */
class Gate {
  refuses = false;
  refused = 0;
  readonly #open = new Set<Socket>();
  readonly #server: Server;

  constructor(sockets: string) {
    this.#server = createServer((from) => {
      from.on("error", () => {});
      if (this.refuses) {
        this.refused++;
        from.end();
        return;
      }
      const to = connect(`${sockets}/.s.PGSQL.5432`);
      to.on("error", () => {});
      for (const socket of [from, to]) this.#open.add(socket);
      from.pipe(to).pipe(from);
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return (this.#server.address() as { port: number }).port;
  }

  cut(): void {
    for (const socket of this.#open) socket.destroy();
    this.#open.clear();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

test("reopens once after many refusals, and leaves no connection behind", async () => {
  const { url } = await freshDatabase();
  const [, credentials, sockets, database] = /^postgres:\/\/([^@]*)@([^/]+)\/(.*)$/.exec(url)!;
  const gate = new Gate(decodeURIComponent(sockets!));
  const direct = new pg.Client(url);
  await direct.connect();
  const listeners = async (): Promise<number> =>
    (await direct.query("select count(*)::int as n from pg_stat_activity where application_name = $1 and datname = current_database()", [system.listenerName])).rows[0].n;
  let reopened = 0;
  try {
    const listening = await openListening(`postgres://${credentials}@127.0.0.1:${await gate.listen()}/${database}`, { onNotification: () => {}, onReopened: () => reopened++ });
    gate.refuses = true;
    gate.cut();
    await expect.poll(() => gate.refused, { timeout: 20_000 }).toBeGreaterThan(2);
    gate.refuses = false;
    await expect.poll(() => reopened, { timeout: 20_000 }).toBe(1);
    // Longer than the pause before a connection is opened again.
    await sleep(1_200);
    expect([reopened, await listeners()]).toEqual([1, 1]);

    gate.cut();
    await expect.poll(listeners, { timeout: 20_000 }).toBe(0);
    // In the middle of opening again.
    await sleep(495);
    await listening.close();
    await sleep(1_200);
    expect(await listeners()).toBe(0);
  } finally {
    await direct.end();
    gate.close();
  }
});
