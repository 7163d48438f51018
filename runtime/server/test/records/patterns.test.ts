/** Patterns over HTTP: no pattern of a document or a user can block the server or make PostgreSQL fail. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Codes

## 1. What the product does and for whom

- **Name**: Codes
- **Sign-in**: email and password; by invitation

For whom:

- **Staff** — keeps codes

## 2. Screens and routes

none

## 3. Entities and their fields

### Code

- title: text, required
- word: text, matching \`^(a+)+$\`

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

- **Staff**

| | Staff |
|---|---|
| Code | all |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

none
`;

let served: Served;
let staff: Client;
beforeAll(async () => {
  served = await serveProduct(text);
  staff = await served.person("staff@example.test", "Staff");
}, 60_000);
afterAll(() => served?.close());

it("checks a text that would block a backtracking engine", async () => {
  const told = await staff("POST", "/api/codes", { title: "t", word: `${"a".repeat(190)}b` });
  expect([told.status, told.body.errors[0].field]).toEqual([422, "word"]);
  expect((await staff("POST", "/api/codes", { title: "t", word: "a".repeat(190) })).status).toBe(201);
});

it.each(["a{1,256}", "(x{1,255}){1,255}", "((a{100}){100}){100}", "a(?=b)", "(a+)\\\\1"])("refuses the pattern %s in a condition, and says why", async (pattern) => {
  const told = await staff("GET", `/api/codes?where=${encodeURIComponent(`matches(title, "${pattern}")`)}`);
  expect([told.status, told.body.detail]).toEqual([400, expect.stringMatching(/repeats too often|lookahead|backreference/)]);
  expect(served.bugs).toEqual([]);
});
