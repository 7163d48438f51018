/** Changes that share a transaction: one that fails leaves the others as if each had been sent alone. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import pg from "pg";
import type { Query } from "@nonet/database";
import type { Row } from "../../src/connection/contract.ts";
import { openDatabase } from "../../src/connection/database.ts";
import { sendChangesOn } from "../../src/connection/wire-statement.ts";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";

let client: pg.Client;
let url: string;
const meter = { sent: () => () => undefined } as unknown as Parameters<typeof sendChangesOn>[2];
const insert = (id: number, quotient = 1): Query => ({
  name: "insert",
  text: "insert into entry select $1::int, 12 / $2::int returning id, pg_current_xact_id()::text as transaction",
  values: [id, quotient],
});
const all = (queries: readonly Query[]): Promise<PromiseSettledResult<readonly Row[]>[]> => Promise.allSettled(sendChangesOn(client, queries, meter));
const resultOf = (one: PromiseSettledResult<readonly Row[]>): unknown => (one.status === "fulfilled" ? one.value.map(({ id }) => id as number) : one.reason.code);
const stored = async (): Promise<number[]> => (await client.query("select id from entry order by id")).rows.map(({ id }) => id as number);
const transactions = (results: readonly PromiseSettledResult<readonly Row[]>[]): number =>
  new Set(results.flatMap((one) => (one.status === "fulfilled" ? [one.value[0]!["transaction"]] : []))).size;

beforeAll(async () => {
  ({ url } = await freshDatabase());
  client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  await client.query("create table entry (id int constraint once unique deferrable initially deferred, quotient int)");
  // The connection has to know the statement before changes leave together.
  await all([insert(0)]);
});
beforeEach(() => client.query("delete from entry"));
afterAll(() => client.end());

test("they share one transaction, and each has its own rows", async () => {
  const results = await all([insert(1), insert(2), insert(3)]);
  expect(results.map(resultOf)).toEqual([[1], [2], [3]]);
  expect(transactions(results)).toBe(1);
  expect(await stored()).toEqual([1, 2, 3]);
});

test("one that fails has its error, and those before and after it are stored once", async () => {
  const results = await all([insert(1), insert(2, 0), insert(3), insert(4, 0), insert(5)]);
  expect(results.map(resultOf)).toEqual([[1], "22012", [3], "22012", [5]]);
  expect(transactions(results)).toBe(3);
  expect(await stored()).toEqual([1, 3, 5]);
});

test("where the commit fails, only the change that violates the constraint is refused", async () => {
  const results = await all([insert(1), insert(2), insert(1), insert(3)]);
  expect(results.map(resultOf)).toEqual([[1], [2], "23505", [3]]);
  expect(await stored()).toEqual([1, 2, 3]);
});

test("changes of one turn of the event loop share a transaction, and each is counted", async () => {
  const database = openDatabase(url);
  const change = (query: Query): Promise<readonly Row[]> => database.atOnce(query, "read committed");
  try {
    await change(insert(100));
    const results = await Promise.allSettled(Array.from({ length: 6 }, (_, i) => change(insert(i, i === 3 ? 0 : 1))));
    expect(results.map(resultOf)).toEqual([[0], [1], [2], "22012", [4], [5]]);
    const whole = await Promise.allSettled(Array.from({ length: 6 }, (_, i) => change(insert(10 + i))));
    expect(transactions(whole)).toBe(1);
    expect(database.statistics().committed).toBe(1 + 5 + 6);
  } finally {
    await database.close();
  }
});

test.each([
  ["the time limit for locks", "set lock_timeout = '50ms'", "55P03"],
  ["the search for deadlocks", "set deadlock_timeout = '50ms'", "40P01"],
])("two groups that wait for each other's records: %s ends it, and each change that is confirmed is stored once", async (_, limit, code) => {
  const other = new pg.Client(url);
  await other.connect();
  try {
    for (const one of [client, other]) await one.query(limit);
    // Holds the record for a while, so that both groups have their first one before they ask for the second.
    const change = (id: number): Query => ({ name: "cross", text: "update entry set quotient = quotient + 1 where id = $1::int returning id, pg_sleep(0.2)", values: [id] });
    const send = (on: pg.Client, ids: readonly number[]): Promise<PromiseSettledResult<readonly Row[]>[]> => Promise.allSettled(sendChangesOn(on, ids.map(change), meter));
    await client.query("insert into entry values (1, 0), (2, 0)");
    await Promise.all([client, other].map((on) => send(on, [3])));
    const results = (await Promise.all([send(client, [1, 2]), send(other, [2, 1])])).flat();
    const failed = results.flatMap((one) => (one.status === "rejected" ? [one.reason.code as string] : []));
    expect(failed.length).toBeGreaterThan(0);
    expect(new Set(failed)).toEqual(new Set([code]));
    const { rows } = await client.query("select sum(quotient)::int as sum from entry");
    expect(rows[0].sum).toBe(results.length - failed.length);
    expect(rows[0].sum).toBeGreaterThan(0);
  } finally {
    await client.query("reset lock_timeout; reset deadlock_timeout");
    await other.end();
  }
});

test("with the connection all fail for that reason, and none is sent again", async () => {
  const stop: Query = { name: "stop", text: "select pg_terminate_backend(pg_backend_pid()) where $1::int = 0", values: [1] };
  await all([stop]);
  const results = await all([insert(1), { ...stop, values: [0] }, insert(2)]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  client = new pg.Client(url);
  await client.connect();
  expect(await stored()).toEqual([]);
});
