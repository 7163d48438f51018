/** Built-in errors have the catalogue's code, status and words on every path, and an offered call's in its envelope. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf, type Client, type ClientResponse } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Desk

## 3. Entities and their fields

### Case

- title: text, required, unique
- level: integer, at most 5

## 4. States and transitions

### Case

- Starts as: open

| From | Action | To | When |
|---|---|---|---|
| open | Close | closed | \`level != null\` |

## 6. Roles and permissions

- **Agent**

| | Agent |
|---|---|
| Case | all |

## 7. The calls it makes

### Level told

- Receives: POST /hooks/levels
- Signed with: header X-Key: \`secret hook\`
- Counts once per: \`body.id\`
- Finds: Case where \`title = body.title\`
- Then: set level = \`body.level\`
- Answers: 202 \`{ level: level }\`

### Make a case

- Offers: POST /v1/cases
- For: Agent
- Takes: title: text, required; of: text, at most 100000 characters
- Counts once per: \`asked.of\`
- Does: create Case with title = \`asked.title\`
- Answers: 201 \`{ cases: count(Case) }\`
- Errors: \`{ code: code, text: message, status: status }\`

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_LARGE | 413 | Too much. |
| NOT_FOUND | 410 | Gone. |
| MALFORMED | 422 | Nobody can read that. |
| WRONG_SIGNATURE | 403 | Who are you? |
| INVALID_VALUE | 400 | Not so. |
| GUARD | 423 | Not yet. |
| IDEMPOTENCY_KEY_REUSED | 422 | Another key, please. |
`;

let desk: Served;
let agent: Client;
const someone = (): Client => clientOf(desk.server.address);
beforeAll(async () => {
  desk = await serveProduct(text, { HOOK: "hook" });
  agent = await desk.person("agent@example.test", "Agent");
}, 120_000);
afterAll(async () => {
  expect(desk?.bugs ?? []).toEqual([]);
  await desk?.close();
});

const said = ({ status, body }: ClientResponse): unknown[] => [status, body.code, body.detail ?? body.text];
const large = JSON.stringify({ title: "x".repeat(2_100_000) });
const asJson = { "content-type": "application/json" };

test("on unknown paths, for errors of the HTTP layer, and in a batch", async () => {
  expect(said(await agent("GET", "/api/cases/nothing"))).toEqual([410, "NOT_FOUND", "Gone."]);
  expect(said(await agent("GET", "/api/a/b/c/d/e"))).toEqual([410, "NOT_FOUND", "Gone."]);
  expect(said(await agent("GET", "/api/%zz"))).toEqual([422, "MALFORMED", "Nobody can read that."]);
  expect(said(await agent("POST", "/api/cases", large, asJson))).toEqual([413, "TOO_LARGE", "Too much."]);
  const { id } = (await agent("POST", "/api/cases", { title: "one" })).body;
  const { results } = (await agent("POST", "/api/cases:batch", { action: "Close", ids: [id] })).body;
  expect(results[0].problem).toMatchObject({ status: 423, code: "GUARD", detail: "Not yet.", errors: [{ sentence: expect.stringContaining("closed") }] });
});

test("in the response to a received call", async () => {
  const tell = (body: unknown, headers: Record<string, string> = { "x-key": "hook" }) => someone()("POST", "/hooks/levels", body, { ...asJson, ...headers });
  expect(said(await tell({ title: "one" }, {}))).toEqual([403, "WRONG_SIGNATURE", "Who are you?"]);
  expect(said(await tell({ title: "two" }))).toEqual([410, "NOT_FOUND", "Gone."]);
  expect(said(await tell({ title: "one", level: 9 }))).toEqual([400, "INVALID_VALUE", "Not so."]);
  expect(said(await tell(large))).toEqual([413, "TOO_LARGE", "Too much."]);
});

test("in an offered call's envelope, also when the call itself isn't reached", async () => {
  const make = (body: unknown, headers: Record<string, string> = {}) => agent("POST", "/v1/cases", body, { ...asJson, ...headers });
  expect((await make({ title: "two", of: "2" }, { "idempotency-key": "k" })).status).toBe(201);
  expect((await make({ title: "three", of: "3" }, { "idempotency-key": "k" })).body).toEqual({ status: 422, code: "IDEMPOTENCY_KEY_REUSED", text: "Another key, please." });
  expect((await make(large)).body).toEqual({ status: 413, code: "TOO_LARGE", text: "Too much." });
  expect((await make([])).body).toEqual({ status: 422, code: "MALFORMED", text: "Nobody can read that." });
});

test("a received call runs once per key, however long the key is", async () => {
  const long = Array.from({ length: 9_000 }, (_, i) => i.toString(36)).join();
  const tell = (level: number) => someone()("POST", "/hooks/levels", { id: long, title: "one", level }, { "x-key": "hook" });
  for (const level of [3, 4]) expect((await tell(level)).body).toEqual({ level: 3 });
  const make = (title: string) => agent("POST", "/v1/cases", { title, of: long });
  for (const title of ["four", "five"]) expect((await make(title)).body).toEqual({ cases: 3 });
});
