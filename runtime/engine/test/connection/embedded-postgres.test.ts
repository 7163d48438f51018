/** The embedded database: created once, restarted on the same data, shared, and stopped with the process. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import pg from "pg";
import { launchPostgres } from "../../src/connection/embedded-postgres.ts";
import { freshFolder } from "../support/equipment-desk.ts";

const folder = freshFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query("select 1 as one")).rows[0].one === 1;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

test("it starts cold, is shared, stops, and restarts on the same data", async () => {
  const first = await launchPostgres(folder);
  const second = await launchPostgres(folder);
  expect(second.url).toBe(first.url);
  await ask(first.url, "create table kept_row as select 1 as kept");
  await first.stop();
  expect(await answers(second.url)).toBe(true);
  await second.stop();
  expect(await answers(second.url)).toBe(false);
  const again = await launchPostgres(folder);
  expect(await answers(again.url)).toBe(true);
  expect(await ask(again.url, "select kept from kept_row")).toEqual([{ kept: 1 }]);
  await again.stop();
});

test("a data folder of another PostgreSQL version is refused in one sentence", async () => {
  const file = join(folder, "postgres", "PG_VERSION");
  expect(existsSync(file)).toBe(true);
  const old = readFileSync(file, "utf8");
  writeFileSync(file, "15\n");
  await expect(launchPostgres(folder)).rejects.toThrow(/made by PostgreSQL 15/);
  writeFileSync(file, old);
});
