/** Lines of an import that are written together give the records and the history that single changes give, and a bad line among them is named. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { type Opened, openProduct } from "../support/open-product.ts";
import { valueOf } from "../support/outcome.ts";
import { listOf } from "../support/read.ts";

const text = `# Specification: Shelf

## 3. Entities and their fields

### Category

- name: text, required, unique

### Item

- number: sequence \`I{0000}\`
- code: text, required, unique, at most 10 characters
- name: text, required
- mail: email, unique
- category: Category
- fee: money in EUR, at least 0, default 1
- colours: any of (red, green)
- marks: list of text
- bought on: date
- next: Item
- Shown as: name

## 4. States and transitions

### Item

- Starts as: new

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| new | Use | used | Clerk | | |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Not dear | Item | \`fee <= 100\` | DEAR |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Category | all |
| Item | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| DEAR | 422 | {fee} is too dear. |
`;

let opened: Opened;
let clerk: Actor;
const sent: string[] = [];

beforeAll(async () => {
  opened = await openProduct(text, { slowStatements: { overMilliseconds: 0, report: (statement) => sent.push(statement.text) } });
  clerk = await opened.person("clerk@example.test", "Clerk");
  for (const name of ["Cameras", "Tools"]) await create("Category", { name });
});
beforeEach(() => void sent.splice(0));
afterAll(() => opened?.close());

const create = async (entity: string, values: object, more: object = {}): Promise<VisibleRecord> =>
  valueOf(await opened.engine.perform(clerk, { kind: "create", entity, values: { ...values } }, more))!;
const load = (rows: readonly object[], more: object = {}) =>
  opened.engine.importRecords(
    clerk,
    "Item",
    rows.map((values, i) => ({ row: i + 2, values: { ...values } })),
    more,
  );
const list = async (entity: string): Promise<readonly VisibleRecord[]> => valueOf(await listOf(opened.engine, clerk, { entity, limit: 200 })).items;
const items = async (): Promise<readonly VisibleRecord[]> => (await list("Item")).toSorted((a, b) => (String(a["code"]) < String(b["code"]) ? -1 : 1));
const inserts = (): number => sent.filter((sql) => /insert into app.item/.test(sql)).length;
/** Everything but what differs from record to record. */
const varying = ["id", "at", "position", "number", "code", "mail", "createdAt", "updatedAt", "stateSince"];
const common = (value: unknown, id: string): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, one: unknown) => (varying.includes(key) ? "" : one))
      .replaceAll(id, "")
      .replaceAll(/"(I\d{4}|ONE|TWO|(One|two)@example\.test)"/g, '""'),
  );

const rows = (from: string, count: number, more: object = {}): object[] =>
  Array.from({ length: count }, (_, n) => ({ code: `${from}${100 + n}`, name: `Item ${from} ${n}`, ...more }));

test("a line gives the same record and the same history as a single creation with a transaction", async () => {
  const tools = (await list("Category")).find((one) => one["name"] === "Tools")!;
  const values = { name: "Saw", fee: "2.50", colours: ["red"], marks: ["a", 'b "c"; \\d'], boughtOn: "2026-01-02", mail: "One@example.test" };
  const single = await create("Item", { ...values, code: "ONE", category: tools.id }, { idempotencyKey: randomUUID() });
  sent.splice(0);
  expect(valueOf(await load([{ ...values, code: "TWO", category: "Tools", mail: "two@example.test" }]))).toEqual({ created: 1, updated: 0 });
  expect(inserts()).toBe(1);
  const imported = (await items()).find((one) => one["code"] === "TWO")!;
  const read = (await items()).find((one) => one["code"] === "ONE")!;
  expect(common(imported, imported.id)).toEqual(common(read, single.id));
  const history = async (id: string): Promise<unknown> => common(valueOf(await opened.engine.history(clerk, "Item", id)), id);
  expect(await history(imported.id)).toEqual(await history(single.id));
});

test("lines with different fields are written with a few statements, and their numbers have no gap", async () => {
  const before = (await items()).length;
  expect(valueOf(await load([...rows("M", 60), ...rows("N", 60, { category: "Cameras", fee: "" }), ...rows("O", 60, { fee: "3" })]))).toEqual({ created: 180, updated: 0 });
  expect(inserts()).toBe(3);
  const all = await items();
  expect(all).toHaveLength(before + 180);
  const numbers = all.map((one) => Number(String(one["number"]).slice(1))).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, n) => numbers[0]! + n));
  expect(all.find((one) => one["code"] === "N100")).toMatchObject({ category: { shownAs: "Cameras" }, fee: "1.00", state: "new" });
});

test("a bad line among good ones is named, and nothing is stored", async () => {
  const before = await items();
  const bad = [
    { code: "M100", name: "Taken" },
    { code: "P1", name: "Dear", fee: "101" },
    { code: "P2", name: "Twice" },
    { code: "P2", name: "Twice" },
    { code: "P3" },
    { code: "P4", name: "No category", category: "None" },
    { code: "P5", name: "nul \u0000" },
  ];
  const outcome = await load([...rows("Q", 80), ...bad, ...rows("R", 80)]);
  expect(outcome.ok ? [] : outcome.refusal.errors.map(({ row, code, field }) => `${row} ${code} ${field}`)).toEqual([
    "82 not-unique code",
    "83 DEAR null",
    "85 not-unique code",
    "86 required name",
    "87 invalid-value category",
    "88 invalid-value name",
  ]);
  expect(await items()).toEqual(before);
});

test("a line that refers to one before it finds it, and the unique value of another case is found in the database", async () => {
  expect(
    valueOf(
      await load([
        { code: "S1", name: "First of two" },
        { code: "S2", name: "Second of two", next: "First of two" },
      ]),
    ),
  ).toEqual({ created: 2, updated: 0 });
  expect((await items()).find((one) => one["code"] === "S2")).toMatchObject({ next: { shownAs: "First of two" } });
  const refused = await load([{ code: "S3", name: "Same mail", mail: "ONE@example.test" }]);
  expect(refused.ok ? null : refused.refusal.errors.map(({ code, field }) => [code, field])).toEqual([["not-unique", "mail"]]);
});

test("a dry run stores nothing and takes no number", async () => {
  const before = await items();
  expect(valueOf(await load(rows("T", 70), { dryRun: true }))).toMatchObject({ created: 70 });
  expect(await items()).toEqual(before);
});

test("a single creation with a unique value is one statement; of twenty at once with the same value one is kept", async () => {
  await create("Item", { code: "U0", name: "Warm" });
  sent.splice(0);
  await create("Item", { code: "U1", name: "Alone" });
  expect(sent.filter((sql) => sql.startsWith("begin"))).toEqual([]);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => opened.engine.perform(clerk, { kind: "create", entity: "Item", values: { code: "U2", name: "Many" } })));
  const refused = outcomes.flatMap((one) => (one.ok ? [] : one.refusal.errors.map(({ code, field }) => `${code} ${field}`)));
  expect([outcomes.filter((one) => one.ok).length, new Set(refused)]).toEqual([1, new Set(["not-unique code"])]);
});
