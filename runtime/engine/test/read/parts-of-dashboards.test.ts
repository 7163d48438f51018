/** Lists of dashboards and record pages have the order and the length that the document gives them; a part for some roles has no value for others. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Shop

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Home | dashboard | Clerk, Manager |
| /days | Days | calendar of Invoice from due on | everyone |
| /customers/:id | Customer | Customer | everyone |

### Home

- List "Due": Invoice where not paid, columns number, sorted by due on, at most 3
- List "Dearest": top 2 Invoices by total, columns number
- List "Newest": the 2 newest Invoices, columns number
- Number "Turnover": \`sum(Invoice.total)\`, only for Manager
- List "Paid": Invoice where paid, columns number, only for Manager
- Chart "Totals": bars of \`sum(Invoice.total)\` by paid, for Manager only

### Days

- Filters: paid
- Search: number

### Customer

- Section "Name": name
- List "Due": invoices, columns number, sorted by due on, latest first, at most 2

## 3. Entities and their fields

### Customer

- name: text, required
- invoices: list of Invoice by customer

### Invoice

- number: text, required
- customer: Customer, required
- due on: date, required
- total: number, required
- paid: yes/no, default no

## 6. Roles and permissions

- **Clerk**
- **Manager**

| | Clerk | Manager |
|---|---|---|
| Customer | all | all |
| Invoice | all | all |
`;

let small: Small;
let clerk: Actor, manager: Actor;
let customer: string;

beforeAll(async () => {
  small = await openSmall(text);
  [clerk, manager] = [await small.as("Clerk"), await small.as("Manager")];
  customer = (await small.make(clerk, "Customer", { name: "Hill" })).id;
  for (const [number, dueOn, total, paid] of [
    ["A", "2026-05-04", "10", false],
    ["B", "2026-05-01", "40", false],
    ["C", "2026-05-04", "30", false],
    ["D", "2026-05-04", "20", false],
    ["E", "2026-04-01", "5", true],
  ] as const)
    await small.make(clerk, "Invoice", { number, customer, dueOn, total, paid });
}, 120_000);
afterAll(() => small.close());

const home = async (actor: Actor) => {
  const values = valueOf(await small.engine.screenData(actor, "Home"));
  return values.kind === "dashboard" ? values.elements : [];
};
const numbers = (records: readonly object[]): string => records.map((one) => (one as { number?: string }).number).join("");

test("a list is in its own order, equal records in the order of their creation, and ends at its length", async () => {
  const shown = (await home(clerk)).map((one) => (one.kind === "list" ? numbers(one.items) : one.kind));
  expect(shown.slice(0, 3)).toEqual(["BAC", "BC", "ED"]);
});

test("a part for some roles has no value for anybody else, and no records behind it", async () => {
  expect((await home(clerk)).slice(3)).toEqual([
    { kind: "number", value: null },
    { kind: "list", items: [] },
    { kind: "chart", points: [] },
  ]);
  const [turnover, paid, totals] = (await home(manager)).slice(3);
  expect([turnover, totals]).toMatchObject([{ value: "105" }, { points: [{ value: "100" }, { value: "5" }] }]);
  expect(paid?.kind === "list" && numbers(paid.items)).toBe("E");
  const behind = (actor: Actor) => small.engine.list(actor, { entity: "Invoice", dashboard: "Home", element: "Turnover" });
  expect((await behind(manager)).ok).toBe(true);
  expect(resultOf(await behind(clerk))).toMatch(/^malformed/);
});

test("a list of a record's page is one page in its order", async () => {
  const page = valueOf(await small.engine.list(clerk, { entity: "Invoice", screen: "Customer", list: "Due", of: customer, limit: 50, count: true }));
  expect(numbers(page.records.map(({ json }) => JSON.parse(json) as object))).toBe("DC");
  expect([page.next, page.count]).toEqual([null, 2]);
  const behind = valueOf(await small.engine.list(clerk, { entity: "Invoice", screen: "Customer", list: "Due", of: customer, limit: 50, offset: 1 }));
  expect(numbers(behind.records.map(({ json }) => JSON.parse(json) as object))).toBe("C");
});

test("a calendar is searched by the fields that it names", async () => {
  const found = async (search: string) => valueOf(await small.engine.list(clerk, { entity: "Invoice", screen: "Days", search })).records.length;
  expect([await found("A"), await found("Hill")]).toEqual([1, 0]);
});
