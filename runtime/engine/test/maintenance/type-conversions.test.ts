/** Values whose type changes: lists, times and money in particular, and values that a new pattern no longer allows. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseOf } from "../../../../tests/shared-postgres.ts";
import { applyProductUpgrade, planProductUpgrade } from "../../src/maintenance/offline-upgrade.ts";
import { type Outcome } from "../../src/contract/outcome.ts";
import { type Upgrade } from "../../src/maintenance/plan-upgrade.ts";
import type { Row } from "../../src/connection/contract.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { clerkSpec, sqlIn } from "../support/clerk-spec.ts";
import { openSmall } from "../support/small-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const fields = {
  name: "text, required",
  tags: "any of (red, green)",
  lasts: "duration",
  opens: "time",
  holder: "User",
  weight: "number",
  price: "money in EUR",
  coin: "currency",
  worth: "number",
  cost: "text",
  mail: "text",
  land: "text",
  note: "long text",
};
type Fields = Partial<Record<keyof typeof fields, string>>;

const spec = (changed: Fields = {}, machines = "none"): string =>
  clerkSpec({
    about: ["**Currency**: EUR"],
    entities: `### Item\n\n${Object.entries({ ...fields, ...changed })
      .map(([name, type]) => `- ${name}: ${type}`)
      .join("\n")}`,
    machines,
    grants: ["Item"],
  });

const folder = freshFolder();
let version = 0;
const options = async (text: string) => ({ product: productOf(text, `v${++version}`), database: await databaseOf(folder), files: join(folder, "files") });
const plan = async (text: string): Promise<Upgrade> => valueOf(await planProductUpgrade(await options(text)));
const apply = async (text: string, acceptLoss = false): Promise<Outcome<Upgrade>> => applyProductUpgrade({ ...(await options(text)), acceptLoss });
const found = (upgrade: Upgrade): string[] => upgrade.found.map((f) => `${f.stops ? "stops: " : ""}${f.count} of the ${f.what}: ${f.shown.join(", ")}`);

const sql = (text: string): Promise<readonly Row[]> => sqlIn(folder, text);
const column = async (name: string): Promise<unknown[]> => (await sql(`select ${name} as value from app.item order by name`)).map((r) => r["value"]);

beforeAll(async () => {
  const product = await openSmall(spec(), folder);
  const clerk = await product.as("Clerk");
  const long = "x".repeat(300);
  const records = [
    { name: "A", tags: ["red", "green"], lasts: "PT90M", opens: "08:30", holder: clerk.kind === "person" ? clerk.id : null, weight: "12.345", price: "12.34", coin: "JPY" },
    { name: "B", tags: ["red"], lasts: "P2DT1H", opens: "08:30:15", weight: "12.3", price: "5", coin: "BHD", mail: "b@example.test", land: "de", note: "short" },
    { name: "C", tags: [], weight: "7", coin: "EUR", mail: "not an address", land: "Germany", note: long },
  ];
  const rest = [
    { worth: "99.5", cost: "1.005" },
    { worth: "1.2345", cost: "2.50" },
    { worth: "1.234", cost: "dear" },
  ];
  for (const [i, record] of records.entries()) await product.make(clerk, "Item", { ...record, ...rest[i] });
  await product.engine.close();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a list becomes a text of its elements; durations and times become the texts of the API", async () => {
  const next = spec({ tags: "text", lasts: "text", opens: "text" });
  const upgrade = await plan(next);
  expect(upgrade.losses).toEqual([]);
  expect(upgrade.steps.map((s) => s.sentence)).toContain("tags of Item changes its type.");
  valueOf(await apply(next));
  expect(await column("tags")).toEqual(["red, green", "red", null]);
  expect(await column("lasts")).toEqual(["PT1H30M", "P2DT1H", null]);
  expect(await column("opens")).toEqual(["08:30", "08:30:15", null]);
  valueOf(await apply(spec({ lasts: "text", opens: "text" }), true));
  await sql("update app.item set tags = array['red', 'green'] where name = 'A'");
  await sql("update app.item set tags = array['red'] where name = 'B'");
  await sql("update app.item set tags = '{}' where name = 'C'");
});

const told = { lasts: "text", opens: "text" } as const;

test("a list with exactly one of the new choices becomes that choice; every other is counted as a loss", async () => {
  const next = spec({ ...told, tags: "one of (crimson was red, blue)" });
  expect((await plan(next)).losses).toEqual([expect.stringMatching(/tags of Item that can't be read as its new type \(1 of them: A\)$/)]);
  expect(resultOf(await apply(next))).toBe("conflict: would-lose");
  const none = spec({ ...told, tags: "one of (green, blue)" });
  expect((await plan(none)).losses).toEqual([expect.stringMatching(/\(2 of them: A, B\)$/)]);
  valueOf(await apply(next, true));
  expect(await column("tags")).toEqual([null, "crimson", null]);
});

const chosen = { ...told, tags: "one of (crimson was red, blue)" } as const;

test("a number becomes the choice with the same text, and a reference never becomes a bare id in a text", async () => {
  const next = spec({ ...chosen, weight: "one of (12.3, 7)", holder: "text" });
  const { losses } = await plan(next);
  expect(losses).toHaveLength(2);
  expect(losses).toContainEqual(expect.stringMatching(/weight of Item that can't be read as its new type \(1 of them: A\)$/));
  expect(losses).toContainEqual(expect.stringMatching(/This would lose holder of every Item \(1 of them: A\)$/));
  valueOf(await apply(spec({ ...chosen, holder: "text" }), true));
  expect(await column("holder")).toEqual([null, null, null]);
});

const settled = { ...chosen, holder: "text" } as const;

test("a number that becomes money is rounded to its currency's minor unit, and a plan counts those", async () => {
  const next = spec({ ...settled, weight: "money in EUR", price: "money in JPY", worth: "money in coin", cost: "money in EUR" });
  const upgrade = await plan(next);
  expect(found(upgrade).sort()).toEqual([
    "1 of the Items have more decimals in cost than the new version allows; the amounts are rounded to 2 decimals: A",
    "1 of the Items have more decimals in price than the new version allows; the amounts are rounded to a whole amount: A",
    "1 of the Items have more decimals in weight than the new version allows; the amounts are rounded to 2 decimals: A",
    "3 of the Items have more decimals in worth than the new version allows; the amounts are rounded to what the currency in its coin has: A, B, C",
  ]);
  expect(upgrade.steps.map((s) => s.sentence)).toContain("weight of Item changes its type. It is rounded to 2 decimals.");
  expect(upgrade.losses).toEqual([expect.stringMatching(/cost of Item that can't be read.*\(1 of them: C\)$/)]);
  expect(await column("weight::float")).toEqual([12.345, 12.3, 7]);
  valueOf(await apply(next, true));
  expect(await column("weight::float")).toEqual([12.35, 12.3, 7]);
  expect(await column("price::float")).toEqual([12, 5, null]);
  expect(await column("worth::float")).toEqual([100, 1.235, 1.23]);
  expect(await column("cost::float")).toEqual([1.01, 2.5, null]);
  expect((await plan(next)).steps).toEqual([]);
});

const priced = { ...settled, weight: "money in EUR", price: "money in JPY", worth: "money in coin", cost: "money in EUR" } as const;
const formed = { ...priced, mail: "email", land: "country", note: "text", opens: "text, matching `[0-9]{2}:[0-9]{2}`" } as const;

test("texts that violate a new pattern are listed by record, checked like input; they stay", async () => {
  const next = spec(formed);
  const against = (field: string, count: number, names: string) =>
    `${count} of the Items have a value of ${field} that is no longer allowed. The values stay, and can't be saved again: ${names}`;
  const upgrade = await plan(next);
  expect(found(upgrade)).toEqual([against("opens", 1, "B"), against("mail", 1, "C"), against("land", 1, "C"), against("note", 1, "C")]);
  expect(upgrade.losses).toEqual([]);
  valueOf(await apply(next));
  expect(await column("mail")).toEqual([null, "b@example.test", "not an address"]);
  expect(found(await plan(next))).toEqual([]);
  // A text with its own bound is checked against that bound only.
  expect(found(await plan(spec({ ...priced, note: "text, at most 400 characters" })))).toEqual([]);
});

const machines = `### Item

- Starts as: full when \`weight > 12.32\`, cheap when \`count(Item[weight > 12]) = 2 and price = 5\`, else empty

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| empty | Fill | full | Clerk | | |
| full | Drain | empty | Clerk | | |
| cheap | Raise | full | Clerk | | |

### Item: mood

- Starts as: calm when \`state = "full"\`, else wild

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| calm | Wake | wild | Clerk | | |
| wild | Calm | calm | Clerk | | |`;

test("new machines put each record into the state whose condition holds, and a plan names the records", async () => {
  // A bound that comes with them is violated by a converted value.
  const next = spec({ ...formed, weight: "money in EUR, at most 12.31" }, machines);
  const upgrade = await plan(next);
  expect(found(upgrade)).toEqual([
    "1 of the Items have a value in weight that is no longer allowed; the value stays, but can't be saved again: A",
    "1 of the Items get the state full, whose start condition holds for them: A",
    "1 of the Items get the state cheap, whose start condition holds for them: B",
    "1 of the Items get the state calm, whose start condition holds for them: A",
  ]);
  const sentences = upgrade.steps.map((s) => s.sentence);
  expect(sentences).toContain("Every Item starts as wild, unless another start condition holds for it.");
  expect(sentences).toContain("weight of Item: the maximum is checked.");
  valueOf(await apply(next));
  expect(await sql("select name, state, mood, state_since is not null as since from app.item order by name")).toEqual([
    { name: "A", state: "full", mood: "calm", since: true },
    { name: "B", state: "cheap", mood: "wild", since: true },
    { name: "C", state: "empty", mood: "wild", since: true },
  ]);
  expect((await plan(next)).steps).toEqual([]);
});

test("a removed state is reported once, with the records in it", async () => {
  const next = spec({ ...formed, weight: "money in EUR, at most 12.31" }, machines.replaceAll("cheap", "dear"));
  expect(found(await plan(next))).toEqual([expect.stringMatching(/^stops: 1 of the Items are in the state cheap, which is removed.*: B$/)]);
});
