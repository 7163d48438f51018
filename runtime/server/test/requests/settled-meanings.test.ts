/** What rules, creating actions, filters, the history and the data of screens mean, where a document could be read in two ways. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Rentals

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Boats | /boats | list of Boat | Clerk |
| Board | /board | board of Rental by state | Clerk |
| Calendar | /calendar | calendar of Rental by start date to end date | Clerk |
| Plan | /plan | timeline of Rental by boat from start date to end date | Clerk |
| Places | /places | tree of Place by parent | Clerk |
| Rental | /rentals/:id | record of Rental | Clerk |
| New rental | /rentals/new | form for Rental | Clerk |
| Overview | / | dashboard | Clerk |
| Turnover | /turnover | report of Rental by boat | Clerk |
| About | /about | page | Clerk |

### Overview

- Number "Rentals": \`count(Rental)\`

### About

We rent boats.

## 3. Entities and their fields

### Place

- name: text, required, unique
- parent: Place

### Boat

- name: text, required, unique
- rating: number
- kind: one of (sail, row)

### Rental

- boat: Boat, required
- renter: text
- start date: date
- end date: date
- days: integer

## 4. States and transitions

### Rental

- Ends as: back

| From | Action | To | Who | Then |
|---|---|---|---|---|
| (new) | Reserve | reserved | Clerk | |
| reserved | Return | back | Clerk | do Note |
| back | Note | back | system | set days = 0 |

- Reserve asks for: boat, required; renter, required; days: integer

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Rated | Rental | \`boat.rating > 0\` | UNRATED at boat |
| Not long | Rental | \`days <= 14\` | LONG at days |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Place, Boat | all |
| Rental | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| UNRATED | 422 | The boat has no rating. |
| LONG | 422 | At most 14 days. |
`;

let rentals: Served;
let clerk: Awaited<ReturnType<Served["person"]>>;
beforeAll(async () => {
  rentals = await serveProduct(text);
  clerk = await rentals.person("clerk@example.test", "Clerk");
  await clerk("POST", "/api/boats", { name: "Gull", rating: 4.5, kind: "sail" });
});
afterAll(() => rentals?.close());

const data = (screen: string, query = "") => clerk("GET", `/api/screens/${encodeURIComponent(screen)}/data${query}`);
const reserve = (values: object) => clerk("POST", "/api/rentals", values);

test("a screen of any kind has data", async () => {
  for (const [screen, kind] of Object.entries({
    Boats: "list",
    Board: "board",
    Calendar: "calendar",
    Plan: "timeline",
    Places: "tree",
    "New rental": "form",
    Overview: "dashboard",
    Turnover: "report",
    About: "page",
  })) {
    const { status, body } = await data(screen);
    expect([screen, status, body.kind]).toEqual([screen, 200, kind]);
  }
  expect((await data("Rental")).status).toBe(404);
  const { id } = (await reserve({ boat: { name: "Gull" }, renter: "Cleo" })).body;
  expect(await data("Rental", `?id=${id}`)).toMatchObject({ status: 200, body: { kind: "record" } });
});

test("an action that creates sets what it asks for", async () => {
  const { status, body } = await reserve({ boat: { name: "Gull" }, renter: "Ada", days: 3 });
  expect([status, body.state, body.boat.shownAs, body.renter, body.days]).toEqual([201, "reserved", "Gull", "Ada", 3]);
});

test("a reference that names no record is refused once, and fails no rule that reads it", async () => {
  const { status, body } = await reserve({ boat: { name: "Gul" }, renter: "Ada", days: 30 });
  expect([status, body.errors.map((e: { field: string; code: string }) => [e.field, e.code])]).toEqual([
    422,
    [
      ["boat", "invalid-value"],
      ["days", "LONG"],
    ],
  ]);
});

test.each([
  ["rating=4.5", 1],
  ["rating=4.50", 1],
  ["rating=4", 0],
  ["kind=sail", 1],
  ["kind=row", 0],
  ["name=Gull&kind=sail", 1],
])("a valid value of a filter is known: %s", async (query, count) => {
  const { status, body } = await clerk("GET", `/api/boats?${query}`);
  expect([status, body.items.length]).toEqual([200, count]);
});

test("the history is in the order of the changes, the latest first, and a change with its effects is one entry", async () => {
  const { id } = (await reserve({ boat: { name: "Gull" }, renter: "Bea" })).body;
  const changes: unknown[] = [];
  for (let days = 1; days <= 12; days++) changes.unshift((await clerk("PATCH", `/api/rentals/${id}`, { days }, { "If-Match": "*" })).body.days);
  await clerk("POST", `/api/rentals/${id}/return`, {});
  const items = (await clerk("GET", `/api/rentals/${id}/history`)).body.items as readonly {
    readonly action: string;
    readonly changes: readonly { readonly field: string; readonly after: unknown }[];
  }[];
  expect(items.map(({ action }) => action)).toEqual(["Return, Note", ...Array(12).fill("update"), "Reserve"]);
  expect(items.slice(1, -1).map(({ changes: [change] }) => change?.after)).toEqual(changes);
});
