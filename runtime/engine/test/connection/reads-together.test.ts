/** Reads that one message answers: one that fails leaves the others as they are. */
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import type { Query } from "@nonet/database";
import { sendAllOn } from "../../src/connection/wire-statement.ts";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";

let client: pg.Client;
const meter = { sent: () => () => undefined } as unknown as Parameters<typeof sendAllOn>[2];
const quotient = (by: number): Query => ({ name: "quotient", text: "select 12 / $1::int as result", values: [by], startsPipeline: true });
const all = (by: readonly number[]): Promise<readonly unknown[]> =>
  Promise.allSettled(sendAllOn(client, by.map(quotient), meter)).then((results) => results.map((one) => (one.status === "fulfilled" ? one.value[0]!["result"] : one.reason.code)));

beforeAll(async () => {
  client = new pg.Client((await freshDatabase()).url);
  client.on("error", () => undefined);
  await client.connect();
  // The connection has to know the statement before reads of it are sent together.
  expect(await all([1])).toEqual([12]);
});
afterAll(() => client.end());

test("each has its own rows", async () => {
  expect(await all([1, 2, 3])).toEqual([12, 6, 4]);
});

test("one that fails has its error, and those before and after it have their rows", async () => {
  expect(await all([1, 0, 3, 0, 4])).toEqual([12, "22012", 4, "22012", 3]);
  expect(await all([6])).toEqual([2]);
});

test("with the connection all that have no rows yet fail for that reason", async () => {
  const stop: Query = { name: "stop", text: "select pg_terminate_backend(pg_backend_pid()) where $1::int = 0", values: [1], startsPipeline: true };
  await Promise.all(sendAllOn(client, [stop], meter));
  const results = await Promise.allSettled(sendAllOn(client, [quotient(2), { ...stop, values: [0] }, quotient(3)], meter));
  // The first one has its rows, unless the connection was gone before they could be read.
  expect(results.slice(1).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const reasons = results.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(new Set(reasons).size).toBe(1);
  expect(["57P01", "ECONNRESET", "EPIPE"]).toContain(reasons[0]);
});
