/** Initial records with every kind of field, and events that would never end. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { clerkSpec } from "../support/clerk-spec.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = clerkSpec({
  name: "Firsts",
  about: ["**Time zone**: Europe/Berlin", "**Currency**: EUR"],
  screens: "| Route | Screen | Shows | For |\n|---|---|---|---|\n| / | Places | list of Place | everyone |",
  grants: ["Tag", "Place", "Loop", "Chain"],
  entities: `### Tag

- name: text, required, unique

Initial records:

| name |
|---|
| warm |
| far |

### Place

- name: text, required, unique
- where: location
- kinds: any of (beach, town)
- aliases: list of text
- tags: list of Tag
- home: Tag
- open: duration
- about: rich text
- unit: currency, default EUR
- price: money in unit
- country: country
- since: date
- code: random text of 6 characters
- key: secret key
- number: gapless sequence \`P-{country}-{00}\`

Initial records:

| name | where | kinds | aliases | tags | home | open | about | unit | price | country | since |
|---|---|---|---|---|---|---|---|---|---|---|---|
| Nice | 43.7, 7.27 | beach, town | Nizza, Nissa | warm, far | warm | 8 hours | A <script>x</script>city | JPY | 100.4 | fr | 2026-03-01 |
| Bonn | – | town | | | | | | | 5 | DE | |

### Loop

- a: integer, default 0
- b: integer, default 0
- On change of a: set b = \`b + 1\`
- On change of b: set a = \`a + 1\`

### Chain

- a: integer, default 0
- b: integer, default 0
- c: integer, default 0
- On change of a: set b = \`a * 2\`
- On change of b: set c = \`b + 1\`; create Tag with name = \`"tag " + string(c)\``,
});

let small: Small;
beforeAll(async () => {
  small = await openSmall(text);
}, 120_000);
afterAll(() => small.close());

test("a cell of an initial record is parsed as its field's type", async () => {
  const clerk = await small.as("clerk");
  const [bonn, nice] = valueOf(await listOf(small.engine, clerk, { entity: "Place", sort: ["name"] })).items;
  expect(nice).toMatchObject({
    where: "43.7, 7.27",
    kinds: ["beach", "town"],
    aliases: ["Nizza", "Nissa"],
    home: { shownAs: "warm" },
    open: "PT8H",
    about: "A city",
    unit: "JPY",
    price: "100",
    country: "FR",
    since: "2026-03-01",
    number: "P-FR-01",
  });
  expect((nice!["tags"] as { shownAs: string }[]).map((t) => t.shownAs)).toEqual(["warm", "far"]);
  expect(nice).not.toHaveProperty("key");
  expect(bonn).toMatchObject({ where: null, kinds: ["town"], unit: "EUR", price: "5.00", number: "P-DE-01" });
});

test("events that trigger each other endlessly are refused, and leave nothing behind", async () => {
  const clerk = await small.as("clerk");
  const loop = await small.make(clerk, "Loop", {});
  expect(resultOf(await small.does(clerk, { kind: "update", entity: "Loop", id: loop.id, values: { a: 5 }, ifVersion: "any" }))).toBe("conflict: too-deep");
  expect(valueOf(await recordOf(small.engine, clerk, "Loop", loop.id))).toMatchObject({ a: 0, b: 0 });
});

test("one event may trigger the next", async () => {
  const clerk = await small.as("clerk");
  const chain = await small.make(clerk, "Chain", {});
  expect(valueOf(await small.does(clerk, { kind: "update", entity: "Chain", id: chain.id, values: { a: 4 }, ifVersion: "any" }))).toMatchObject({ a: 4, b: 8, c: 9 });
  expect(valueOf(await listOf(small.engine, clerk, { entity: "Tag", equals: { name: "tag 9" } })).items).toHaveLength(1);
});
