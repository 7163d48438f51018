/** A dry run of a form that isn't filled in yet: computed values of what is there, and what is wrong with it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Hire

## 1. What the product does and for whom

For whom:

- **Clerk** — hires out

## 3. Entities and their fields

### Hire

- starts on: date, required
- ends on: date, required
- customer: text, required
- days: integer = \`(ends on - starts on).days + 1\`

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Dates in order | Hire | \`ends on >= starts on\` | WRONG_DATES at ends on |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Hire | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| WRONG_DATES | 422 | It ends before it starts. |
`;

let served: Served;
let clerk: Client;
beforeAll(async () => {
  served = await serveProduct(text);
  clerk = await served.person("clerk@example.test", "Clerk");
}, 120_000);
afterAll(async () => {
  await served.close();
  expect(served.bugs).toEqual([]);
});

const dates = { startsOn: "2026-05-01", endsOn: "2026-05-03" };

test("what is computed is answered while required fields are missing, and nothing is stored", async () => {
  expect(await clerk("POST", "/api/hires?dryRun=unfinished", dates)).toMatchObject({ status: 200, body: { days: 3, customer: null } });
  expect((await clerk("GET", "/api/hires")).body.items).toEqual([]);
});

test("what is wrong is still refused, with what is missing", async () => {
  const { status, body } = await clerk("POST", "/api/hires?dryRun=unfinished", { ...dates, endsOn: "2026-04-01" });
  expect([status, body.errors.map((error: { code: string; field: string }) => `${error.code} at ${error.field}`)]).toEqual([
    422,
    ["required at customer", "WRONG_DATES at endsOn"],
  ]);
});

test("without it, and where something would be stored, a missing value is refused", async () => {
  expect(await clerk("POST", "/api/hires?dryRun=true", dates)).toMatchObject({ status: 422, body: { code: "required" } });
  for (const dryRun of ["false", "Unfinished", "maybe"]) {
    const { status, body } = await clerk("POST", `/api/hires?dryRun=${dryRun}`, dates);
    expect([dryRun, status, body.code]).toEqual([dryRun, ...(dryRun === "false" ? [422, "required"] : [400, "malformed"])]);
  }
  expect((await clerk("GET", "/api/hires")).body.items).toEqual([]);
});

test("what takes no values can't be unfinished", async () => {
  const { id } = (await clerk("POST", "/api/hires", { ...dates, customer: "Ada" })).body;
  const any = { "if-match": "*" };
  expect(await clerk("DELETE", `/api/hires/${id}?dryRun=unfinished`, undefined, any)).toMatchObject({ status: 400, body: { code: "malformed" } });
  expect(await clerk("PATCH", `/api/hires/${id}?dryRun=unfinished`, { customer: null }, any)).toMatchObject({ status: 200, body: { customer: null, days: 3 } });
  expect((await clerk("GET", `/api/hires/${id}`)).body.customer).toBe("Ada");
});
