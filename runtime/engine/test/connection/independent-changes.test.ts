/** Two changes that read many records, each its own, don't conflict. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { type Postgres } from "../../src/connection/embedded-postgres.ts";
import { serverOf } from "../../../../tests/shared-postgres.ts";
import { freshFolder } from "../support/equipment-desk.ts";

const folder = freshFolder();
/** Items, and the loans of each: no two of them on one page of the table. */
const each = 200;
let postgres: Postgres;
const clients: pg.Client[] = [];

beforeAll(async () => {
  postgres = await serverOf(folder);
  for (let i = 0; i < 2; i++) {
    const client = new pg.Client({ connectionString: postgres.url });
    clients.push(client);
    await client.connect();
    await client.query("set enable_seqscan = off; set enable_bitmapscan = off");
  }
  await clients[0]!.query(
    `create table loan(id int primary key, item int, note text) with (fillfactor = 90); insert into loan select n, n % ${each}, 'x' from generate_series(0, ${each * each - 1}) n; create index on loan(item)`,
  );
  await clients[0]!.query("vacuum analyze loan");
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** As a rule does: all records of one item are looked at. */
async function look(client: pg.Client, item: number): Promise<void> {
  await client.query("begin isolation level serializable");
  const { rows } = await client.query("select count(note)::int as n from loan where item = $1", [item]);
  expect(rows[0].n).toBe(each);
}

const change = (client: pg.Client, item: number, which: number): Promise<unknown> => client.query("update loan set note = 'y' where id = $1", [which * each + item]);

test("over 200 separate records each, both are kept", async () => {
  const [a, b] = clients as [pg.Client, pg.Client];
  await look(a, 3);
  await look(b, 150);
  await change(a, 3, 10);
  await change(b, 150, 180);
  await a.query("commit");
  await b.query("commit");
});

test("over the same records, only one is kept", async () => {
  const [a, b] = clients as [pg.Client, pg.Client];
  await look(a, 70);
  await look(b, 70);
  await change(a, 70, 10);
  const both = async (): Promise<void> => {
    await change(b, 70, 180);
    await a.query("commit");
    await b.query("commit");
  };
  await expect(both()).rejects.toMatchObject({ code: "40001" });
  await b.query("rollback");
});
