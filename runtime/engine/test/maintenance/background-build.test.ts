/** Missing and unfinished indexes of a database with the same document are built while the product runs, and unused functions are dropped. */
import { join } from "node:path";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { applyProductUpgrade } from "../../src/maintenance/offline-upgrade.ts";
import { openEngine } from "../../src/open-engine.ts";
import { type Engine } from "../../src/contract/engine.ts";
import { type Postgres } from "../../src/connection/embedded-postgres.ts";
import { serverOf } from "../../../../tests/shared-postgres.ts";
import { deskText, freshFolder, productOf } from "../support/equipment-desk.ts";
import { listOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

let folder: string;
let postgres: Postgres;
let client: pg.Client;
const open = async (text = deskText, version = "v1"): Promise<Engine> =>
  valueOf(await openEngine({ product: productOf(text, version), database: { url: postgres.url }, files: join(folder, "files"), rehearse: true, environment: {} }));
const rows = async (sql: string): Promise<Record<string, unknown>[]> => (await client.query(sql)).rows as Record<string, unknown>[];
const indexes = async (): Promise<string> =>
  (
    await rows(
      "select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('app', 'nonet') order by 1",
    )
  )
    .map((r) => `${String(r["name"])}${r["valid"] ? "" : " (half built)"}`)
    .join("\n");

beforeAll(async () => {
  folder = freshFolder();
  postgres = await serverOf(folder);
  client = new pg.Client(postgres.url);
  await client.connect();
}, 120_000);
afterAll(async () => {
  await client.end();
  await postgres.stop();
});

let whole: string;

test("an older Nonet's database gets the indexes that the document needs now, and invalid ones are rebuilt", async () => {
  const first = await open();
  await first.whenBuilt();
  whole = await indexes();
  expect(whole).toContain("by_loan_sort_start_date");
  expect(whole).toContain("outbox_failed");
  await first.close();
  await client.query("drop index app.by_loan_sort_start_date; drop index app.by_item_name_search; drop index nonet.outbox_failed");
  await client.query("update pg_index set indisvalid = false where indexrelid = 'app.by_loan_state_sort_start_date'::regclass");
  expect(await indexes()).not.toBe(whole);
  const again = await open();
  await again.whenBuilt();
  expect(await indexes()).toBe(whole);
  await again.close();
});

test("indexes that an earlier release made and nothing needs are dropped", async () => {
  await client.query(
    "create index by_loan_sort_start_date_down on app.loan (start_date desc nulls last, id desc nulls last); create index own_report on app.loan (created_at, state)",
  );
  const engine = await open();
  await engine.whenBuilt();
  expect((await indexes()).split("\n").sort()).toEqual([...whole.split("\n"), "own_report"].sort());
  await engine.close();
  await client.query("drop index app.own_report");
});

test("neither start nor close waits for them; the next start continues", async () => {
  await client.query("drop index app.by_loan_sort_start_date");
  const holder = new pg.Client(postgres.url);
  await holder.connect();
  await holder.query("begin; lock table app.loan in row exclusive mode");
  const engine = await open();
  expect((await listOf(engine, valueOf(await engine.people.become("clerk@example.test")).actor, { entity: "Loan", limit: 5 })).ok).toBe(true);
  // It is under way, behind whoever writes.
  for (;;) if ((await rows("select 1 from pg_stat_activity where query like 'create index concurrently%' and wait_event_type = 'Lock'")).length > 0) break;
  await engine.close();
  await holder.query("commit");
  await holder.end();
  expect(await indexes()).toContain("by_loan_sort_start_date (half built)");
  const next = await open();
  await next.whenBuilt();
  expect(await indexes()).toBe(whole);
  await next.close();
});

test("two processes that start together build each index once", async () => {
  await client.query("drop index app.by_loan_sort_start_date; drop index app.by_loan_sort_end_date; drop index nonet.outbox_failed");
  const both = await Promise.all([open(), open()]);
  await Promise.all(both.map((e) => e.whenBuilt()));
  expect(await indexes()).toBe(whole);
  await Promise.all(both.map((e) => e.close()));
});

test("two processes that start together on an empty database create it once", async () => {
  await client.query("drop schema app cascade; drop schema nonet cascade");
  const both = await Promise.all([open(), open(), open()]);
  await Promise.all(both.map((e) => e.whenBuilt()));
  expect(await indexes()).toBe(whole);
  expect(await rows("select count(*)::int as n from app.category")).toEqual([{ n: 3 }]);
  await Promise.all(both.map((e) => e.close()));
});

test("a document changed while it runs gets its indexes in the background", async () => {
  const engine = await open();
  const next = deskText.replace("- Filters: state, item.category, start date", "- Filters: state, item.category, start date, end date");
  valueOf(await engine.switchVersion(productOf(next, "v2")));
  await engine.whenBuilt();
  expect(await indexes()).toContain("by_loan_end_date_sort_start_date");
  valueOf(await engine.switchVersion(productOf(deskText, "v3")));
  await engine.whenBuilt();
  expect(await indexes()).toBe(whole);
  await engine.close();
});

test("functions of computed fields are dropped once neither the previous nor the new version needs them", async () => {
  const text = readFileSync(new URL("../../../../examples/outlay/outlay.md", import.meta.url), "utf8");
  await client.query("drop schema app cascade; drop schema nonet cascade");
  const functions = async (): Promise<string[]> =>
    (await rows("select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'nonet' and p.proname like 'c\\_%' order by 1")).map((r) =>
      String(r["name"]),
    );
  const apply = async (product: string, version: string): Promise<void> =>
    void valueOf(
      await applyProductUpgrade({ product: productOf(product, version), database: { url: postgres.url }, files: join(folder, "files"), kind: "rehearsal", acceptLoss: true }),
    );
  const changed = text.replace("- total: money = `", "- total: money = `0 + ");
  expect(changed).not.toBe(text);
  await apply(text, "v1");
  const one = await functions();
  expect(one.length).toBeGreaterThan(0);
  await apply(changed, "v2");
  const two = await functions();
  // A server of the first version may still run.
  expect(two).toEqual(expect.arrayContaining(one));
  expect(two.length).toBeGreaterThan(one.length);
  await apply(changed, "v2");
  expect(await functions()).toEqual(two);
  await apply(changed.replace("a thing", "a thing "), "v3");
  const three = await functions();
  expect(two).toEqual(expect.arrayContaining(three));
  expect(three.length).toBeLessThan(two.length);
  const engine = await open(changed, "v3");
  const member = valueOf(await engine.people.become("member@example.test")).actor;
  expect((await listOf(engine, member, { entity: "Claim", limit: 5, sort: ["total"] })).ok).toBe(true);
  await engine.close();
});

test("a new machine gives existing records their initial state without rewriting them", async () => {
  await client.query("drop schema app cascade; drop schema nonet cascade");
  const machine = /\n### Loan\n\n- Starts as: requested[\s\S]*?(?=\n### |\n## )/;
  const item = `\n### Item\n\n- Starts as: fit\n\n| From | Action | To | Who |\n|---|---|---|---|\n| fit | Break | broken | Manager |\n`;
  expect(deskText).toMatch(machine);
  const first = await open(deskText, "v1");
  const manager = valueOf(await first.people.become("manager@example.test")).actor;
  const made = valueOf(await first.perform(manager, { kind: "create", entity: "Item", values: { name: "Camera", category: { name: "Cameras" }, dailyFee: "1" } }))!;
  const [before] = await rows("select xmin::text as written from app.item");
  valueOf(
    await first.switchVersion(
      productOf(
        deskText.replace(machine, (loan) => `${loan}${item}`),
        "v2",
      ),
    ),
  );
  expect(await rows("select xmin::text as written, state, state_since is not null as since from app.item")).toEqual([{ ...before, state: "fit", since: true }]);
  const broken = valueOf(await first.perform(manager, { kind: "action", entity: "Item", id: made.id, action: "Break", input: {} }));
  expect(broken!["state"]).toBe("broken");
  const next = valueOf(await first.perform(manager, { kind: "create", entity: "Item", values: { name: "Drill", category: { name: "Cameras" }, dailyFee: "1" } }))!;
  expect(next["state"]).toBe("fit");
  await first.close();
});
