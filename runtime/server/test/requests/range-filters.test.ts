/** Range filters of a list over HTTP: inclusive bounds of numbers, amounts, dates and times, also along references. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const specification = `# Specification: Hire

## 1. What the product does and for whom

- **Name**: Hire
- **Time zone**: Pacific/Auckland

For whom:

- **Clerk** — works

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Hires | list of Hire | Clerk |

## 3. Entities and their fields

### Season

- name: text, required
- to: date, required

### Hire

- name: text, required
- season: Season
- due: date
- handed over: date and time
- opens: time
- seats: integer
- fee: money in EUR
- secret fee: money in EUR

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Season | all |
| Hire | all |
| Hire: secret fee | – |
`;

let served: Served;
let clerk: Client;
const names = async (query: string): Promise<readonly string[]> => {
  const page = await clerk("GET", `/api/hires?sort=name&${query}`);
  expect(page.body).toMatchObject({ items: expect.any(Array) });
  return page.body.items.map((item: { name: string }) => item.name);
};
const refusal = async (query: string): Promise<readonly unknown[]> => {
  const { status, body } = await clerk("GET", `/api/hires?${query}`);
  return [status, body.code, body.errors[0].field];
};

beforeAll(async () => {
  served = await serveProduct(specification);
  clerk = await served.person("clerk@example.test", "Clerk");
  const season = async (name: string, to: string): Promise<string> => (await clerk("POST", "/api/seasons", { name, to })).body.id;
  const [spring, summer] = [await season("spring", "2026-05-31"), await season("summer", "2026-08-31")];
  // In Auckland, 2026-03-31T10:59Z is the last minute of 31 March.
  for (const hire of [
    { name: "a", season: spring, due: "2026-03-01", handedOver: "2026-03-31T10:59:00Z", opens: "08:00", seats: 3, fee: "2.50" },
    { name: "b", season: summer, due: "2026-03-31", handedOver: "2026-03-31T11:00:00Z", opens: "09:30", seats: 10, fee: "12.50" },
    { name: "c" },
  ])
    expect((await clerk("POST", "/api/hires", hire)).status).toBe(201);
});
afterAll(() => served.close());

it("includes both bounds, and leaves out records without a value", async () => {
  expect(await names("due.from=2026-03-01&due.to=2026-03-31")).toEqual(["a", "b"]);
  expect(await names("due.from=2026-03-02")).toEqual(["b"]);
  expect(await names("due.to=2026-03-30")).toEqual(["a"]);
  expect(await names("seats.from=10")).toEqual(["b"]);
  expect(await names("fee.from=2.5&fee.to=12.49")).toEqual(["a"]);
  expect(await names("opens.from=08:30&opens.to=09:30")).toEqual(["b"]);
});

it("takes a date as a whole day in the product's time zone, and an instant as it is", async () => {
  expect(await names("handedOver.from=2026-03-31&handedOver.to=2026-03-31")).toEqual(["a"]);
  expect(await names("handedOver.from=2026-04-01")).toEqual(["b"]);
  expect(await names("handedOver.to=2026-03-31T11:00:00Z")).toEqual(["a", "b"]);
  expect(await names("handedOver.to=2026-03-31T10:59:59Z")).toEqual(["a"]);
  expect(await names(`createdAt.from=${new Date(Date.now() - 3_600_000).toISOString()}`)).toEqual(["a", "b", "c"]);
});

it("follows references, where a field called `to` is still an equality filter", async () => {
  expect(await names("season.to.from=2026-06-01")).toEqual(["b"]);
  expect(await names("season.to=2026-05-31")).toEqual(["a"]);
});

it("goes together with other filters, a search, a count and an export", async () => {
  expect(await names("due.from=2026-03-01&seats=3&search=a")).toEqual(["a"]);
  expect((await clerk("GET", "/api/hires?due.from=2026-03-01&count=exact&limit=1")).body).toMatchObject({ count: 2 });
  expect((await clerk("GET", "/api/hires/export?fields=name&due.from=2026-03-02")).body).toBe("name\r\nb\r\n");
});

it("refuses values that the field can't have, and fields that have no order or aren't readable", async () => {
  expect(await refusal("due.from=2026-02-30")).toEqual([400, "malformed", "due.from"]);
  expect(await refusal("due.to=")).toEqual([400, "malformed", "due.to"]);
  expect(await refusal("seats.from=many")).toEqual([400, "malformed", "seats.from"]);
  expect(await refusal("handedOver.from=yesterday")).toEqual([400, "malformed", "handedOver.from"]);
  expect(await refusal("opens.to=25:00")).toEqual([400, "malformed", "opens.to"]);
  expect(await refusal("name.from=a")).toEqual([400, "unknown-parameter", "name.from"]);
  expect(await refusal("secretFee.from=1")).toEqual([400, "unknown-parameter", "secretFee.from"]);
  expect(await refusal("due.until=2026-03-01")).toEqual([400, "unknown-parameter", "due.until"]);
});
