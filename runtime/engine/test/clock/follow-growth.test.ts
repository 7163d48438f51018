/** A statement that was planned for a small table is planned again after the table has grown, without waiting for autovacuum. */
import pg from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { analyzeGrown } from "../../src/clock/follow-growth.ts";
import { openDatabase } from "../../src/connection/database.ts";
import { openProduct } from "../support/open-product.ts";
import { listOf, recordOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const text = `# Specification: Papers

## 3. Entities and their fields

### Paper

- title: text, required, unique
- shelf: integer

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Paper | all |
`;

test("a table that grows from one record to 6,000 is no longer read whole", async () => {
  const { url } = await freshDatabase();
  const opened = await openProduct(text, { database: { url } });
  const client = new pg.Client(url);
  await client.connect();
  const database = openDatabase(url);
  try {
    const clerk = await opened.person("clerk@example.test", "Clerk");
    const { id } = valueOf(await opened.engine.perform(clerk, { kind: "create", entity: "Paper", values: { title: "first" } }))!;
    await client.query("alter table app.paper set (autovacuum_enabled = false)");
    await client.query("vacuum analyze app.paper");
    const readAll = async (): Promise<number> => {
      await client.query("select pg_stat_clear_snapshot()");
      return Number((await client.query("select seq_tup_read as read from pg_stat_user_tables where relid = 'app.paper'::regclass")).rows[0].read);
    };
    const look = async (): Promise<void> => {
      for (let n = 0; n < 5; n++) {
        expect(valueOf(await recordOf(opened.engine, clerk, "Paper", id)).id).toBe(id);
        expect(valueOf(await listOf(opened.engine, clerk, { entity: "Paper", sort: ["title"], limit: 2 })).items).toHaveLength(2);
      }
    };
    await client.query("insert into app.paper (id, title) values (gen_random_uuid(), 'second')");
    await look();
    await client.query("insert into app.paper (id, title) select gen_random_uuid(), 'paper ' || n from generate_series(1, 6000) n");
    const before = await readAll();
    const looked = async (): Promise<number> => {
      await look();
      return readAll();
    };
    // Backends report what they have read about once a second.
    const slowly = { timeout: 60_000, interval: 400 };
    const statistics = async (): Promise<{ readonly changed: number; readonly analyzed: number }> =>
      (await client.query("select n_mod_since_analyze::int as changed, analyze_count::int as analyzed from pg_stat_user_tables where relid = 'app.paper'::regclass")).rows[0];
    // On a slow machine the product's own worker, which looks every ten seconds, comes first.
    const isAnalyzed = async (): Promise<boolean> => (await statistics()).analyzed > 1;
    await expect.poll(async () => (await looked()) - before > 6_000 || (await isAnalyzed()), slowly).toBe(true);
    await expect.poll(async () => (await statistics()).changed > 5_000 || (await isAnalyzed()), slowly).toBe(true);
    if (!(await isAnalyzed())) await analyzeGrown(database);
    expect(await isAnalyzed()).toBe(true);
    let last = -1;
    const hasGrown = async (): Promise<boolean> => {
      const former = last;
      await look();
      await new Promise((later) => setTimeout(later, 1500));
      last = await looked();
      return last > former;
    };
    // What was read before the analysis is reported late, what is read since then is nothing.
    await expect.poll(hasGrown, slowly).toBe(false);
    expect(await hasGrown()).toBe(false);
  } finally {
    await client.end();
    await database.close();
    await opened.close();
  }
}, 60_000);
