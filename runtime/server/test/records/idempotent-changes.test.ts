/** `Idempotency-Key` on changes to records, over HTTP: the engine stores the keys, so they outlive the response. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const specification = `# Specification: Labels

## 1. What the product does and for whom

- **Name**: Labels

For whom:

- **Clerk** — works

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Labels | list of Label | Clerk |

## 3. Entities and their fields

### Label

- code: text, required, unique
- note: text

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Label | all |
`;

let served: Served;
let clerk: Client;
const key = (name: string): Readonly<Record<string, string>> => ({ "idempotency-key": name });
beforeAll(async () => {
  served = await serveProduct(specification);
  clerk = await served.person("clerk@example.test", "Clerk");
});
afterAll(() => served.close());

it("runs a creation once and returns the record as it is now", async () => {
  const first = await clerk("POST", "/api/labels", { code: "A" }, key("create-a"));
  expect(first.status).toBe(201);
  await clerk("PATCH", `/api/labels/${first.body.id}`, { note: "changed" }, { "if-match": "*" });
  const repeat = await clerk("POST", "/api/labels", { code: "A" }, key("create-a"));
  expect([repeat.status, repeat.body]).toMatchObject([201, { id: first.body.id, version: 2, note: "changed" }]);
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

it("tries a refused change again", async () => {
  const taken = await clerk("POST", "/api/labels", { code: "E" });
  expect((await clerk("POST", "/api/labels", { code: "E" }, key("create-e"))).status).toBe(409);
  await clerk("DELETE", `/api/labels/${taken.body.id}`, undefined, { "if-match": "*" });
  expect((await clerk("POST", "/api/labels", { code: "E" }, key("create-e"))).status).toBe(201);
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
