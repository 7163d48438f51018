/** The embedded database: created once, restarted on the same data, shared, and stopped with the process. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import pg from "pg";
import { launchPostgres } from "../../src/connection/embedded-postgres.ts";
import { freshFolder } from "../support/equipment-desk.ts";

const folder = freshFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
  await first.stop();
  expect(await answers(second.url)).toBe(true);
  await second.stop();
  expect(await answers(second.url)).toBe(false);
  const before = Date.now();
  const again = await launchPostgres(folder);
  expect(Date.now() - before).toBeLessThan(3000);
  expect(await answers(again.url)).toBe(true);
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
