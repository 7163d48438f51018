/** A pooler in transaction mode is recognized, and refused with the way out. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { launchPostgres, type Postgres } from "@nonet/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isTransactionPooled } from "../../runtime/engine/src/processes/pooler.ts";
import { nonet, temporaryFolder } from "../nonet-process.ts";
import { writeProduct } from "../security/small-product.ts";
import { poolTransactions } from "./transaction-pooler.ts";

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

test.each([2, 5])("with %i sessions", async (sessions) => {
  const pooler = await poolTransactions(postgres.url, sessions);
  try {
    for (let i = 0; i < 5; i++) expect(await isTransactionPooled(pooler.url)).toBe(true);
    const said = await nonet(["run", document, "--port", "0", "--database", pooler.url, "--data", join(folder.path, `data-${sessions}`)]);
    expect([said.code, said.out]).toEqual([2, ""]);
    expect(said.err).toContain("connection pooler's in transaction mode");
    expect(said.err).toContain("Use PostgreSQL's own address, or the pooler's session mode.");
    const owner = await nonet(["owner", "somebody@example.test", "--database", pooler.url]);
    expect([owner.code, owner.err.includes("session mode")]).toEqual([2, true]);
  } finally {
    await pooler.close();
  }
});

test("PostgreSQL's own address isn't one", async () => {
  for (let i = 0; i < 5; i++) expect(await isTransactionPooled(postgres.url)).toBe(false);
});
