/** The columns of an export: none that the reader may read in no record, and every one that only a later page has. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveProduct, type Served } from "../open-product.ts";
import type { Client } from "../desk.ts";

const text = `# Specification: Sight

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /things | Things | list of Thing | everyone |

### Things

- Columns: code, price, cost
- Export: csv

## 3. Entities and their fields

### Thing

- code: text, required, unique
- price: integer
- cost: integer
- keeper: User
- Sort: code

## 6. Roles and permissions

- **Clerk**
- **Boss**

Own: a Thing is its keeper's.

| | Clerk | Boss |
|---|---|---|
| Thing | read | all |
| Thing: cost | – | all |
| Thing: price | read own | all |
| User | read | read |
`;

let served: Served;
let clerk: Client;
let boss: Client;
beforeAll(async () => {
  served = await serveProduct(text);
  clerk = await served.person("clerk@people.test", "Clerk");
  boss = await served.person("boss@people.test", "Boss");
});
afterAll(() => served.close());

it("a screen's export has the columns that its reader may read", async () => {
  await boss("POST", "/api/things", { code: "t000", price: 1, cost: 2 });
  expect((await boss("GET", "/api/things/export?format=csv&screen=Things")).body).toContain("Code,Price,Cost\r\nt000,1,2");
  const theirs = await clerk("GET", "/api/things/export?format=csv&screen=Things");
  expect(theirs.status).toBe(200);
  expect(theirs.body).toContain("Code,Price\r\nt000,\r\n");
});

it("a field that only the last record has gets its column", async () => {
  const me = (await clerk("GET", "/api/me")).body.id;
  for (let i = 0; i <= 200; i++) await boss("POST", "/api/things", { code: `x${1000 + i}`, price: i, ...(i === 200 ? { keeper: me } : {}) });
  const all = (await clerk("GET", "/api/things/export?format=csv&sort=code")).body as string;
  expect(all.split("\r\n")[0]).toContain("price");
  expect(all).toMatch(/x1200,200/);
  expect(all.split("\r\n")[0]).not.toContain("cost");
});
