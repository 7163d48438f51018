/** A data folder holds the files of one database: several processes share it, and another database's product doesn't get it. */
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launchPostgres, type Postgres } from "@nonet/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../runtime/engine/src/connection/database.ts";
import { nonet, runProduct, temporaryFolder } from "../nonet-process.ts";
import { writeProduct } from "../security/small-product.ts";

const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
const document = writeProduct(folder.path);
let postgres: Postgres;
beforeAll(async () => {
  postgres = await launchPostgres(join(folder.path, "postgres"));
});
afterAll(async () => {
  await postgres.stop();
  folder.remove();
});

test("two processes share it, another database is refused", { timeout: 90_000 }, async () => {
  const data = join(folder.path, "data");
  const args = [document, "--data", data, "--database"];
  const first = await runProduct([...args, postgres.url]);
  const second = await runProduct([...args, postgres.url]);
  const mark = readFileSync(join(data, "nonet.json"), "utf8");
  expect(JSON.parse(mark)).toEqual({ layout: 1, kind: "real", database: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  const server = openDatabase(postgres.url);
  await server.rows({ text: "create database other template template0", values: [] });
  await server.close();
  const other = postgres.url.replace(/\/postgres(?=\?|$)/, "/other");
  const refused = await nonet(["run", ...args, other, "--port", "0"]);
  expect([refused.code, refused.out]).toEqual([2, ""]);
  expect(refused.err).toContain(`The files in ${data} belong to another database. Choose another folder with --data.`);
  expect(readFileSync(join(data, "nonet.json"), "utf8")).toBe(mark);
  expect(await first.stop()).toBe(0);
  expect(await second.stop()).toBe(0);
  // The same database finds its folder again.
  expect(await (await runProduct([...args, postgres.url])).stop()).toBe(0);
});
