/** A record's JSON as the process writes it from columns is the JSON that PostgreSQL builds of it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { listQuery } from "../src/reads/list-queries.ts";
import { recordQuery } from "../src/reads/record-query.ts";
import { wholeRecordQuery } from "../src/reads/value-queries.ts";
import type { Reader } from "../src/sql/query.ts";
import { openTestDatabase, person, productOf, store, type TestDatabase } from "./test-database.ts";

const product = productOf(`# Shelf

## 1. What the product does and for whom

It lends.

- Name: Shelf
- Time zone: Europe/Berlin
- Currency: EUR

- **Clerk** — lends

## 2. Screens and routes

none

## 3. Entities and their fields

### Shelf

- name: text, required
- secret place: text

### Thing

- name: text, required
- shelf: Shelf
- owner: User
- day: date
- at: date and time
- from: time
- span: duration
- size: number
- count: integer
- part: percent
- price: money
- kind: one of (big, small)
- kinds: any of (red, green)
- retired: yes/no
- double: number = \`size * 2\`
- label: text = \`name + "!"\`

## 4. States and transitions

### Thing

- Starts as: new
- Ends as: old

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| new | Age | old | Clerk | | |

## 6. Roles and permissions

- **Clerk**

| Entity | Clerk |
|---|---|
| Thing | all |
| Shelf | read (name) where \`name != "Hidden"\` |
| User | read (name) |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

none
`);

let database: TestDatabase;
let clerk: Reader & { kind: "person" };
interface Read {
  readonly id: string;
  readonly version: number;
  readonly record: Record<string, unknown>;
}

beforeAll(async () => {
  database = await openTestDatabase(product);
  clerk = await person(database, product, "Clara", "Clerk");
}, 120_000);
afterAll(() => database?.close());

const awkward = 'a "quoted" \\ text\nwith\ttabs, \u0001, ÄÖÜ, 漢字 and 😀';

test("with every value, with none, and with texts that need escapes", async () => {
  const shelf = await store(database, product, "Shelf", { name: awkward });
  const full = {
    name: awkward,
    shelf,
    owner: clerk.id,
    day: "2026-03-01",
    at: "2026-03-01T12:30:15.120Z",
    from: "09:05",
    span: "PT36H",
    size: "12.3400",
    count: 7,
    part: "0.125",
    price: "1234.5",
    kind: "big",
    kinds: ["red", "green"],
    retired: true,
  };
  for (const values of [full, { ...full, at: "2026-03-01T12:30:15Z", size: "-0.5", count: -3, retired: false, kinds: [] }, { name: "" }]) {
    const id = await store(database, product, "Thing", values);
    const [built] = await database.run<Read>(wholeRecordQuery(product, "Thing", [id]));
    const [read] = await database.run<Read>(recordQuery(product, { kind: "system" }, "Thing", id));
    expect({ id: read!.id, version: read!.version, record: read!.record }).toEqual({ id: built!.id, version: built!.version, record: built!.record });
    const listed = await database.run<Read>(listQuery(product, { kind: "system" }, { entity: "Thing", limit: 10 }));
    expect(listed.find((row) => row.id === id)?.record).toEqual(built!.record);
  }
});

test("without what the reader may not read", async () => {
  const [open, hidden] = [await store(database, product, "Shelf", { name: "Open", "secret place": "x" }), await store(database, product, "Shelf", { name: "Hidden" })];
  for (const [shelf, shown] of [
    [open, { id: open, shownAs: "Open" }],
    [hidden, null],
  ] as const) {
    const id = await store(database, product, "Thing", { name: "Lamp", shelf, owner: clerk.id });
    const [read] = await database.run<Read>(recordQuery(product, clerk, "Thing", id, ["name", "shelf", "owner"]));
    expect(read!.record).toEqual({ id, version: 1, name: "Lamp", shelf: shown, owner: { id: clerk.id, shownAs: "Clara" } });
  }
  const [read] = await database.run<Read>(recordQuery(product, clerk, "Shelf", open));
  expect(Object.keys(read!.record)).not.toContain("secretPlace");
  expect((await database.run<Read>(recordQuery(product, clerk, "Shelf", hidden))).length).toBe(0);
});
