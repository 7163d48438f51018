/** The order of the outbox, and records under another version of the document. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Product } from "@nonet/model";
import { countQuery, listQuery } from "../src/reads/list-queries.ts";
import { pathExpression } from "../src/expressions/path-expression.ts";
import { planUpgrade } from "../src/upgrade/plan-upgrade.ts";
import { upgrade } from "../src/upgrade/upgrade-statements.ts";
import { system } from "../src/system/system-queries.ts";
import { tablesOf } from "../src/index.ts";
import { equipmentDesk, moveTo, openTestDatabase, person, productOf, store, type TestDatabase } from "./test-database.ts";

let database: TestDatabase;
let product: Product;
let loan: string;

beforeAll(async () => {
  product = equipmentDesk();
  database = await openTestDatabase(product);
  const bo = await person(database, product, "Bo", "Borrower");
  const cameras = await store(database, product, "Category", { name: "Cameras" });
  const item = await store(database, product, "Item", { code: "IT-0001", name: "Camera", category: cameras, "daily fee": "12.5", retired: false });
  loan = await store(database, product, "Loan", {
    number: "LN-2026-00001",
    item,
    borrower: bo.id,
    "start date": "2026-03-02",
    "end date": "2026-03-05",
    purpose: "film",
    state: "requested",
  });
});
afterAll(async () => database?.close());

it("sends the entries of one record in order", async () => {
  for (const n of [1, 2])
    await database.run(
      system.addOutbox({ id: `30000000-0000-7000-8000-00000000000${n}`, call: "Loan approved", entity: "Loan", record: loan, payload: { n }, idempotencyKey: `k${n}` }),
    );
  const claimed = await database.run<{ id: string; payload: unknown }>(system.claimOutbox(10, 30));
  expect(claimed.map((c) => c.payload)).toEqual([{ n: 1 }]);
  expect(await database.run(system.claimOutbox(10, 30))).toEqual([]);
  await database.run(system.outboxDone(claimed[0]!.id, null));
  expect((await database.run(system.claimOutbox(10, 30))).map((c) => c.payload)).toEqual([{ n: 2 }]);
});

it("finds the due entries without reading all that wait", async () => {
  for (const { query } of upgrade.systemIndexes) await database.run(query);
  await database.run(upgrade.statement(system.settings.text));
  await database.run(
    upgrade.statement(
      "insert into nonet.outbox(id, call, entity, record_id, payload, idempotency_key, due_at, created_at) select gen_random_uuid(), 'Loan approved', 'Loan', gen_random_uuid(), to_jsonb(n), n::text, now() - make_interval(secs => n), now() from generate_series(1, 5000) n",
    ),
  );
  const claim = system.claimOutbox(3, 30);
  // Who has waited the longest.
  expect((await database.run(claim)).map((c) => c["payload"]).sort()).toEqual([4998, 4999, 5000]);
  const plan = await database.run<Record<string, string>>(upgrade.statement(`explain (analyze, buffers off, timing off) ${claim.text.replace("$1", "30")}`));
  const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
  expect(text).toMatch(/Index Scan using outbox_due .*rows=3\b/);
  expect(text).not.toMatch(/Sort|Seq Scan on outbox/);
  await database.run(upgrade.statement("delete from nonet.outbox where record_id is not null and jsonb_typeof(payload) = 'number'"));
});

it("switches to a new version and lists what is lost", async () => {
  const text = product.sources[0]!.text;
  const after = productOf(
    text
      .replace("- department: text, at most 80 characters", "- nickname: text")
      .replace("- purpose: long text, at most 500 characters", "- aim: long text, at most 500 characters, was purpose\n- priority: integer, required")
      .replaceAll("end date, purpose", "end date, aim")
      .replace("one of (good, worn, damaged)", "one of (good, worn, damaged, lost)"),
  );
  const steps = await moveTo(database, product, after);
  expect(steps.filter((s) => s.loses).map((s) => s.loses)).toEqual(["department of every User"]);
  expect(
    (
      await database.run<{ record: object }>(
        listQuery(after, { kind: "system" }, { entity: "Loan", limit: 9, equals: [{ path: pathExpression(after, "Loan", "aim")!, value: "film" }] }),
      )
    ).map((r) => r.record),
  ).toMatchObject([{ aim: "film", priority: null }]);
  expect(planUpgrade(after, after)).toMatchObject({ before: [], switchover: [], after: [], locks: [] });
  await database.run(system.empty(tablesOf(after)));
  expect((await database.run(countQuery(after, { kind: "system" }, { entity: "User", limit: 1 })))[0]).toEqual({ count: "0" });
});
