/** `count=bounded` counts at most 10,000 records, and only those that the reader may read. */
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const specification = `# Specification: Meters

## 3. Entities and their fields

### Reading

- number: integer, required
- reader: User, required, default \`me\`

## 6. Roles and permissions

- **Reader**
- **Clerk**

Own: a Reading is its reader's.

| | Reader | Clerk |
|---|---|---|
| Reading | create, read own | all |
| User | read | read |
`;

let served: Served;
let clerk: Client;
let reader: Client;
beforeAll(async () => {
  const on = await freshDatabase();
  served = await serveProduct(specification, {}, { on });
  clerk = await served.person("clerk@example.test", "Clerk");
  reader = await served.person("reader@example.test", "Reader");
  const [their, own] = [(await clerk("GET", "/api/me")).body.id, (await reader("GET", "/api/me")).body.id];
  const database = new pg.Client(on.url);
  await database.connect();
  await database.query(
    "insert into app.reading (id, number, reader) select gen_random_uuid(), n, case when n <= 3 then $1::uuid else $2::uuid end from generate_series(1, 10001) n",
    [own, their],
  );
  await database.end();
}, 120_000);
afterAll(async () => {
  expect(served?.bugs ?? []).toEqual([]);
  await served?.close();
});

const counted = async (who: Client, query: string): Promise<object> => {
  const { status, body } = await who("GET", `/api/readings?limit=2&${query}`);
  expect(status).toBe(200);
  const { items, next, count, ...more } = body;
  return { rows: items.length, isLast: next === null, count, ...more };
};

test("more than 10,000 records are counted up to 10,000", async () => {
  expect(await counted(clerk, "count=bounded")).toEqual({ rows: 2, isLast: false, count: 10_000, atLeast: true });
  expect(await counted(clerk, "count=exact")).toEqual({ rows: 2, isLast: false, count: 10_001 });
  expect(await counted(clerk, "offset=10000&count=bounded")).toEqual({ rows: 1, isLast: true, count: 10_000, atLeast: true });
});

test("up to 10,000 records are counted exactly", async () => {
  expect(await counted(clerk, "count=bounded&number.from=2")).toEqual({ rows: 2, isLast: false, count: 10_000 });
  expect(await counted(clerk, "count=bounded&number.from=10000")).toEqual({ rows: 2, isLast: true, count: 2 });
  expect(await counted(clerk, "count=bounded&number=0")).toEqual({ rows: 0, isLast: true, count: 0 });
});

test("records that the reader may not read aren't counted", async () => {
  expect(await counted(reader, "count=bounded")).toEqual({ rows: 2, isLast: false, count: 3 });
});

test("another value is refused", async () => {
  const { status, body } = await clerk("GET", "/api/readings?count=about");
  expect([status, body.detail]).toEqual([400, "count takes one of two values: exact or bounded."]);
});
