/** Upgrading to another version: what is reported beforehand, what is refused, what happens to the records, and continuing after an interruption. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseOf } from "../../../../tests/shared-postgres.ts";
import { applyProductUpgrade, planProductUpgrade } from "../../src/maintenance/offline-upgrade.ts";
import { type Outcome } from "../../src/contract/outcome.ts";
import { type Upgrade } from "../../src/maintenance/plan-upgrade.ts";
import type { Row } from "../../src/connection/contract.ts";
import { sqlIn } from "../support/clerk-spec.ts";
import { act, day, deskText, does, freshFolder, makeItem, openDesk, productOf, remove, reserve, type Desk } from "../support/equipment-desk.ts";
import { listOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

/** The desk with a text where the item's note will be a number. */
const first = deskText.replace("- photo: image\n", "- photo: image\n- shelf: text\n");
let desk: Desk;
let version = 0;

const options = async (text: string) => ({ product: productOf(text, `v${++version}`), database: await databaseOf(desk.folder), files: join(desk.folder, "files") });
const plan = async (text: string): Promise<Upgrade> => valueOf(await planProductUpgrade(await options(text)));
const apply = async (text: string, acceptLoss = false): Promise<Outcome<Upgrade>> => applyProductUpgrade({ ...(await options(text)), acceptLoss });
const found = (upgrade: Upgrade): string[] => upgrade.found.map((f) => `${f.stops ? "stops: " : ""}${f.count} ${f.what} [${f.shown.join(", ")}]`);

const sql = (text: string): Promise<readonly Row[]> => sqlIn(desk.folder, text);

beforeAll(async () => {
  desk = await openDesk(first, freshFolder());
  const borrower = await desk.as("Borrower");
  const clerk = await desk.as("Clerk");
  const [camera, tent] = [await makeItem(desk, "Camera", { shelf: "12" }), await makeItem(desk, "Tent", { shelf: " 7.5 " })];
  await makeItem(desk, "Rope");
  const loan = valueOf(await reserve(desk, borrower, camera, 1, 12))!;
  valueOf(await reserve(desk, borrower, tent, 1, 2));
  valueOf(await act(desk, clerk, loan.id, "Approve"));
  await desk.close();
}, 120_000);
afterAll(() => remove(desk));

test("the same version changes nothing", async () => {
  const same = await plan(first);
  expect([same.steps, same.losses, same.found, same.notes]).toEqual([[], [], [], []]);
});

test("a renamed role keeps its people, and a removed one is reported", async () => {
  const renamed = first.replaceAll("Clerk", "Keeper").replace("- **Keeper**\n- **Manager**", "- **Keeper**, was Clerk\n- **Manager**");
  expect((await plan(renamed)).steps.map((step) => step.sentence)).toContain("Everyone with the role Clerk gets the role Keeper.");
  expect((await plan(renamed.replace(", was Clerk", ""))).notes).toContain("The role Clerk is gone. People who have it lose its permissions until they get another role.");
  valueOf(await apply(renamed));
  const roles = async (): Promise<unknown[]> =>
    (await sql(`select r.role from nonet.user_role r join app."user" u on u.id = r.user_id where u.email = 'clerk@example.test'`)).map((row) => row["role"]);
  expect(await roles()).toEqual(["Keeper"]);
  const back = first.replace("- **Clerk**\n- **Manager**", "- **Clerk**, was Keeper\n- **Manager**");
  valueOf(await apply(back));
  expect(await roles()).toEqual(["Clerk"]);
  valueOf(await apply(first));
});

test("records that violate a new rule, requirement or bound are listed by title, and a plan changes nothing", async () => {
  const next = first
    .replace("| Not too long |", "| Short | Loan | `days <= 5` | TOO_LONG |\n| Not too long |")
    .replace("- shelf: text\n", "- shelf: text, required\n- maker: text, required\n")
    .replace("- name: text, required, at most 120 characters", "- name: text, required, at most 5 characters");
  const seen = found(await plan(next));
  expect(seen).toHaveLength(4);
  expect(seen.find((f) => f.includes('the rule "Short"'))).toMatch(/^1 Loans .*\[LN-\d{4}-00001\]$/);
  expect(seen.find((f) => f.includes("no shelf"))).toMatch(/^1 Items .*\[Rope \(IT-0003\)\]$/);
  expect(seen.find((f) => f.includes("no maker"))).toMatch(/^3 Items .*Camera \(IT-0001\)/);
  expect(seen.find((f) => f.includes("no longer allowed"))).toMatch(/^1 Items have a value in name that .*\[Camera \(IT-0001\)\]$/);
  expect((await plan(first)).steps).toEqual([]);
});

test("a removed state stops the upgrade while records are in it, unless the document says where they go", async () => {
  const gone = first.replaceAll("approved", "agreed");
  const upgrade = await plan(gone);
  expect(found(upgrade)[0]).toMatch(/^stops: 1 Loans are in the state approved.*\[LN-\d{4}-00001\]$/);
  expect(upgrade.notes).toEqual(
    expect.arrayContaining(["Loan has a new state agreed.", "Loan no longer has a state approved.", "Loan: Approve from requested to approved is gone."]),
  );
  expect(resultOf(await apply(gone))).toBe("conflict: stands-against");
  expect((await sql("select state from app.loan order by number")).map((r) => r["state"])).toEqual(["approved", "requested"]);
  const placed = gone.replace("- Starts as: requested", "- agreed: was approved\n- Starts as: requested");
  expect((await plan(placed)).found).toEqual([]);
  valueOf(await apply(placed));
  expect((await sql("select state from app.loan order by number")).map((r) => r["state"])).toEqual(["agreed", "requested"]);
  valueOf(await apply(first.replace("- Starts as: requested", "- approved: was agreed\n- Starts as: requested")));
});

test("a text becomes a number where every value can be read as one; otherwise the loss is counted and refused", async () => {
  const numbers = first.replace("- shelf: text\n", "- shelf: number\n");
  expect((await plan(numbers)).losses).toEqual([]);
  await sql("update app.item set shelf = 'upstairs' where name = 'Rope'");
  expect((await plan(numbers)).losses).toEqual([expect.stringMatching(/shelf of Item.*can't be read as its new type \(1 of them: Rope \(IT-0003\)\)/)]);
  expect(resultOf(await apply(numbers))).toBe("conflict: would-lose");
  expect((await sql("select shelf from app.item order by name")).map((r) => r["shelf"])).toEqual(["12", "upstairs", " 7.5 "]);
  valueOf(await apply(numbers, true));
  expect((await sql("select shelf from app.item order by name")).map((r) => r["shelf"])).toEqual(["12", null, "7.5"]);
});

test("a new field's default is set in existing records, a renamed field keeps its values, an empty field is dropped without a question", async () => {
  const next = first
    .replace("- shelf: text\n", "- rank: integer, default 3\n- place: number, was shelf\n")
    .replace("- photo: image\n", "")
    .replace("- Columns: photo, code", "- Columns: code");
  const upgrade = await plan(next);
  expect(upgrade.losses).toEqual([]);
  valueOf(await apply(next));
  expect(await sql("select rank, place from app.item order by name")).toEqual([
    { rank: "3", place: "12" },
    { rank: "3", place: null },
    { rank: "3", place: "7.5" },
  ]);
  expect(await sql("select column_default from information_schema.columns where table_schema = 'app' and table_name = 'item' and column_name in ('rank', 'photo')")).toEqual([
    { column_default: null },
  ]);
});

const unique = first
  .replace("- shelf: text\n", "- rank: integer, default 3\n- place: number, was shelf\n")
  .replace("- photo: image\n", "")
  .replace("- Columns: photo, code", "- Columns: code")
  .replace("- daily fee: money", "- daily fee: money, unique");

test("a unique constraint is built in the background; records that violate it stop the upgrade and are listed", async () => {
  expect(found(await plan(unique))[0]).toMatch(/^stops: 3 Items have the same daily fee/);
  expect(resultOf(await apply(unique))).toBe("conflict: stands-against");
  await sql("update app.item set daily_fee = rank + length(name) * 10 + coalesce(place, 0)");
  const steps = (await plan(unique)).steps;
  expect(steps.find((s) => s.when === "before")?.sql).toMatch(/^create unique index concurrently/);
});

test("an interrupted apply continues when it is run again", async () => {
  const stopped = applyProductUpgrade({
    ...(await options(unique)),
    acceptLoss: false,
    onStep: () => {
      throw new Error("pulled the plug");
    },
  });
  await expect(stopped).rejects.toThrow("pulled the plug");
  expect(await sql("select 1 from pg_constraint where conname = 'unique_item_daily_fee'")).toEqual([]);
  await sql("drop index app.by_item_category_sort_name");
  const again = await plan(unique);
  expect(again.steps.map((s) => s.sql)).toContainEqual(expect.stringMatching(/^create index concurrently if not exists by_item_category_sort_name/));
  valueOf(await apply(unique));
  expect(await sql("select convalidated from pg_constraint where conname = 'unique_item_daily_fee'")).toEqual([{ convalidated: true }]);
  expect(await sql("select indisvalid from pg_index where indexrelid = 'app.by_item_category_sort_name'::regclass")).toEqual([{ indisvalid: true }]);
  expect((await plan(unique)).steps).toEqual([]);
});

test("the product runs on its upgraded database, and enforces the new version", async () => {
  const again = await openDesk(unique, desk.folder);
  desk = again;
  const manager = await again.as("Manager");
  const items = valueOf(await listOf(again.engine, manager, { entity: "Item", sort: ["name"] })).items;
  expect(items.map((i) => [i.name, i.place])).toEqual([
    ["Camera", "12"],
    ["Rope", null],
    ["Tent", "7.5"],
  ]);
  const twice = await does(again, manager, { kind: "update", entity: "Item", id: items[0]!.id, values: { dailyFee: items[1]!.dailyFee }, ifVersion: "any" });
  expect(resultOf(twice)).toMatch(/not-unique at dailyFee/);
  expect(day(again)).toMatch(/^\d{4}-/);
  await again.close();
});
