/** `Idempotency-Key` on changes to records, over HTTP: the engine stores the keys, so they outlive the response. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const specification = `# Specification: Labels

## 1. What the product does and for whom

- **Name**: Labels

For whom:

- **Clerk** — works
- **Helper** — works on shared labels

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Labels | list of Label | Clerk |

## 3. Entities and their fields

### Label

- code: text, required, unique
- note: text
- reader: User with role Helper
- shared: yes/no, default yes
- price: number

## 6. Roles and permissions

- **Clerk**
- **Helper**

| | Clerk | Helper |
|---|---|---|
| Label | all | read where shared; update where shared |
| Label: price | read, update | read where note = null |
`;

let served: Served;
let clerk: Client;
const key = (name: string): Readonly<Record<string, string>> => ({ "idempotency-key": name });
beforeAll(async () => {
  served = await serveProduct(specification);
  clerk = await served.person("clerk@example.test", "Clerk");
});
afterAll(() => served.close());

it("runs a creation once and answers a repeat as the first request", async () => {
  const first = await clerk("POST", "/api/labels", { code: "A" }, key("create-a"));
  expect(first.status).toBe(201);
  await clerk("PATCH", `/api/labels/${first.body.id}`, { note: "changed" }, { "if-match": "*" });
  const repeat = await clerk("POST", "/api/labels", { code: "A" }, key("create-a"));
  expect([repeat.status, repeat.body, repeat.headers.get("etag")]).toEqual([201, first.body, '"1"']);
  expect((await clerk("GET", "/api/labels?code=A")).body.items).toHaveLength(1);
});

it("runs concurrent repeats once, also where the record has a unique field", async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => clerk("POST", "/api/labels", { code: "B" }, key("create-b"))));
  expect(new Set(responses.map((r) => `${r.status} ${r.body.id}`)).size).toBe(1);
  expect(responses[0]!.status).toBe(201);
});

it("refuses another request with the same key", async () => {
  await clerk("POST", "/api/labels", { code: "C" }, key("create-c"));
  const other = await clerk("POST", "/api/labels", { code: "D" }, key("create-c"));
  expect([other.status, other.body.code]).toEqual([409, "idempotency-key-reused"]);
});

it("answers a repeat of a refused change with the first refusal", async () => {
  const taken = await clerk("POST", "/api/labels", { code: "E" });
  const first = await clerk("POST", "/api/labels", { code: "E" }, key("create-e"));
  expect(first.status).toBe(409);
  await clerk("DELETE", `/api/labels/${taken.body.id}`, undefined, { "if-match": "*" });
  const repeat = await clerk("POST", "/api/labels", { code: "E" }, key("create-e"));
  expect([repeat.status, repeat.body]).toEqual([409, first.body]);
  expect((await clerk("POST", "/api/labels", { code: "E" }, key("create-e-again"))).status).toBe(201);
});

it("answers a repeat of a change as the first, also after later changes", async () => {
  const { body } = await clerk("POST", "/api/labels", { code: "H" });
  const change = () => clerk("PATCH", `/api/labels/${body.id}`, { note: "one" }, { "if-match": "*", ...key("change-h") });
  const first = await change();
  await clerk("PATCH", `/api/labels/${body.id}`, { note: "two" }, { "if-match": "*" });
  const repeat = await change();
  expect([repeat.status, repeat.body]).toEqual([200, first.body]);
  expect((await clerk("GET", `/api/labels/${body.id}`)).body.note).toBe("two");
});

it("repeats a change whose If-Match names several versions", async () => {
  const { body } = await clerk("POST", "/api/labels", { code: "F" });
  const change = () => clerk("PATCH", `/api/labels/${body.id}`, { note: "new" }, { "if-match": '"1", "7"', ...key("change-f") });
  const [first, repeat] = [await change(), await change()];
  expect([first.status, first.body.version, repeat.status, repeat.body.version]).toEqual([200, 2, 200, 2]);
});

it("repeats a deletion", async () => {
  const { body } = await clerk("POST", "/api/labels", { code: "G" });
  const remove = () => clerk("DELETE", `/api/labels/${body.id}`, undefined, { "if-match": '"1"', ...key("delete-g") });
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
});

it("shows in a repeat only what its actor may read now", async () => {
  const helper = await served.person("helper@example.test", "Helper");
  const { body } = await clerk("POST", "/api/labels", { code: "I", price: "3" });
  const change = () => helper("PATCH", `/api/labels/${body.id}`, { code: "I2" }, { "if-match": "*", ...key("change-i") });
  const first = await change();
  expect([first.status, first.body.price]).toEqual([200, "3"]);
  await clerk("PATCH", `/api/labels/${body.id}`, { note: "no longer for helpers" }, { "if-match": "*" });
  const { price: _, ...visible } = first.body;
  const repeat = await change();
  expect([repeat.status, repeat.body]).toEqual([200, visible]);
  const refused = () => helper("PATCH", `/api/labels/${body.id}`, { code: "H" }, { "if-match": "*", ...key("refused-i") });
  const refusal = await refused();
  expect((await refused()).body).toEqual(refusal.body);
  await clerk("PATCH", `/api/labels/${body.id}`, { shared: false }, { "if-match": "*" });
  const hidden = await change();
  expect([hidden.status, hidden.body]).toEqual([204, ""]);
  const reason = await refused();
  expect([reason.status, reason.body.code]).toEqual([refusal.status, refusal.body.code]);
  expect(reason.body.detail).toContain("may no longer read");
});
