/** Records that violate a later bound: their other fields can be changed, and a version change may convert them. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseOf } from "../../../../tests/shared-postgres.ts";
import { applyProductUpgrade } from "../../src/maintenance/offline-upgrade.ts";
import { type Upgrade } from "../../src/maintenance/plan-upgrade.ts";
import type { Row } from "../../src/connection/contract.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { clerkSpec, sqlIn } from "../support/clerk-spec.ts";
import { openSmall } from "../support/small-product.ts";
import { valueOf } from "../support/outcome.ts";

const spec = (fields: string): string => clerkSpec({ about: ["**Currency**: EUR"], entities: `### Item\n\n${fields}`, grants: ["Item"] });

const free = "- name: text, required\n- weight: number\n- kind: text\n- tags: list of text\n- worth: number";
const bound = "- name: text, at least 2\n- weight: number, at most 100\n- kind: one of (a, b)\n- tags: list of text, at most 1\n- worth: number";
const folder = freshFolder();
let version = 0;
const apply = async (text: string): Promise<Upgrade> =>
  valueOf(await applyProductUpgrade({ product: productOf(text, `v${++version}`), database: await databaseOf(folder), files: join(folder, "files"), acceptLoss: true }));

const sql = (text: string): Promise<readonly Row[]> => sqlIn(folder, text);
const refused = async (text: string): Promise<string> => sql(text).then(() => "taken", String);

beforeAll(async () => {
  const product = await openSmall(spec(free), folder);
  const clerk = await product.as("Clerk");
  for (const record of [
    { name: "A", weight: "500", kind: "a", tags: ["x", "y"], worth: "1.5" },
    { name: "Good", weight: "5", kind: "b", tags: ["x"], worth: "2.5" },
  ])
    await product.make(clerk, "Item", record);
  await product.engine.close();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a later version converts a column of a record that violates the bound", async () => {
  const upgrade = await apply(spec(bound));
  expect(upgrade.found.map((f) => `${f.count} ${f.what}`)).toHaveLength(3);
  await apply(spec(bound.replace("worth: number", "worth: text")));
  expect(await sql("select name, worth from app.item order by name")).toEqual([
    { name: "A", worth: "1.5" },
    { name: "Good", worth: "2.5" },
  ]);
});

test("the database still enforces the bound on what is written, by its name", async () => {
  expect(await refused("update app.item set weight = 101")).toMatch(/check_item_weight_most/);
  expect(await refused("update app.item set tags = array['x', 'y']")).toMatch(/check_item_tags_most/);
  expect(await refused("update app.item set name = 'x'")).toMatch(/check_item_name_least/);
  expect(await refused("update app.item set kind = 'c'")).toMatch(/check_item_kind/);
  expect(await refused("insert into app.item (id, name) values (gen_random_uuid(), 'B')")).toMatch(/check_item_name_least/);
  expect(await refused("update app.item set worth = '3', weight = null where name = 'A'")).toBe("taken");
});

test("a changed and a removed bound drop their triggers", async () => {
  await apply(spec(bound.replace("at most 100", "at most 200").replace("at least 2", "required")));
  expect(await refused("update app.item set weight = 201")).toMatch(/check_item_weight_most/);
  expect(await refused("update app.item set weight = 150, name = 'x'")).toBe("taken");
  // Only the tags of one record still violate it.
  const keeps =
    "select conname as name, (select count(*)::int from pg_trigger where tgname like 'check_item%') as triggers from pg_constraint where conname like 'check_item%' order by 1";
  expect(await sql(keeps)).toEqual(["kind", "weight_most"].map((name) => ({ name: `check_item_${name}`, triggers: 1 })));
  await sql("update app.item set tags = array['x']");
  await apply(spec(bound.replace("at most 100", "at most 200").replace("at least 2", "required").replace("worth: number", "worth: integer")));
  expect(await sql(keeps)).toEqual(["kind", "tags_most", "weight_most"].map((name) => ({ name: `check_item_${name}`, triggers: 0 })));
  expect(await refused("update app.item set weight = 201")).toMatch(/check_item_weight_most/);
  await apply(spec(free.replace("- weight: number\n", "").replace("worth: number", "value: number, was worth")));
  expect((await sql("select tgname from pg_trigger where tgname like 'check_item%'")).length).toBe(0);
});
