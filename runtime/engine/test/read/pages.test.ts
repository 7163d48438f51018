/** Paging to the end, in every order, over empty and equal values, skips nothing and repeats nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { openProduct, type Opened } from "../support/open-product.ts";
import { listOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const text = `# Specification: Things

## 1. What the product does and for whom

It lists things.

- **Keeper** — keeps them

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /things | Things | list of Thing | Keeper |
| /marks | Marks | list of Mark | Keeper |
| /steps | Steps | list of Step | Keeper |

### Things

- Columns: name, size, day, kind, tale
- Filters: tale
- Search: name, tale
- Sort: kind, latest first

### Marks

- Columns: level

## 3. Entities and their fields

### Thing

- name: text
- size: integer
- day: date
- kind: one of (a, b)
- tale: long text, at most 10000 characters

### Mark

- level: integer

### Step

- place: integer, required
- name: text, required, unique
- due: date

## 6. Roles and permissions

- **Keeper**

| | Keeper |
|---|---|
| Thing | all |
| Mark | all |
| Step | all |
`;

let opened: Opened;
let keeper: Actor;
beforeAll(async () => {
  const database = await freshDatabase();
  opened = await openProduct(text, { database });
  keeper = await opened.person("keeper@example.test", "Keeper");
  for (let n = 0; n < 40; n++) {
    const values = {
      ...(n % 4 === 0 ? {} : { name: `n${n % 7}` }),
      ...(n % 5 === 0 ? {} : { size: n % 3 }),
      ...(n % 6 === 0 ? {} : { day: `2026-03-0${1 + (n % 5)}` }),
      ...(n % 9 === 0 ? {} : { kind: n % 2 ? "a" : "b" }),
    };
    valueOf(await opened.engine.perform(keeper, { kind: "create", entity: "Thing", values }));
    const due = n % 3 === 0 ? {} : { due: `2026-03-0${1 + (n % 5)}` };
    valueOf(await opened.engine.perform(keeper, { kind: "create", entity: "Step", values: { place: n % 5, name: `s${n}`, ...due } }));
  }
  // Records from before the fields became required.
  const client = new pg.Client("url" in database ? database.url : undefined);
  await client.connect();
  await client.query("update app.step set place = null where place = 3; update app.step set name = null where name in ('s7', 's8', 's12')");
  await client.end();
});
afterAll(() => opened.close());

async function walk(ask: { readonly entity?: string; readonly sort?: readonly string[]; readonly screen?: string }, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = valueOf(await listOf(opened.engine, keeper, { entity: "Thing", limit, ...ask, ...(after ? { after } : {}) }));
    ids.push(...page.items.map((i) => i.id));
    after = page.next ?? undefined;
  } while (after && ids.length < 200);
  return ids;
}

test.each(["name", "-name", "size", "-size", "day,size", "-day,-name", "kind,-size,day", "-kind", "createdAt"])("by %s", async (keys) => {
  const sort = keys.split(",");
  const all = await walk({ sort }, 200);
  expect(new Set(all).size).toBe(40);
  expect(await walk({ sort }, 3)).toEqual(all);
});

test.each(["place", "-place", "name", "-name", "-place,name", "place,-name", "-name,-due", "due,-place", "-place,-name"])(
  "by %s, required, where older records are empty",
  async (keys) => {
    const ask = { entity: "Step", sort: keys.split(",") };
    const all = await walk(ask, 200);
    expect(new Set(all).size).toBe(40);
    expect(await walk(ask, 3)).toEqual(all);
    expect(await walk(ask, 1)).toEqual(all);
  },
);

test("in the list's own order and newest first", async () => {
  expect(await walk({ screen: "Things" }, 7)).toEqual(await walk({ screen: "Things" }, 200));
  expect(await walk({}, 7)).toEqual(await walk({}, 200));
});

test("a search without any text fields finds nothing", async () => {
  valueOf(await opened.engine.perform(keeper, { kind: "create", entity: "Mark", values: { level: 3 } }));
  expect(valueOf(await listOf(opened.engine, keeper, { entity: "Mark", search: "3" })).items).toEqual([]);
});

test("a text longer than an index entry is stored, sorted and searched", async () => {
  const long = Array.from({ length: 6000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join("");
  const { id } = valueOf(await opened.engine.perform(keeper, { kind: "create", entity: "Thing", values: { tale: long } }))!;
  expect((await walk({ sort: ["-tale"] }, 3))[0]).toBe(id);
  expect(valueOf(await listOf(opened.engine, keeper, { entity: "Thing", equals: { tale: long } })).items.map((i) => i.id)).toEqual([id]);
  expect(valueOf(await listOf(opened.engine, keeper, { entity: "Thing", search: long.slice(10, 30) })).items.map((i) => i.id)).toEqual([id]);
});
