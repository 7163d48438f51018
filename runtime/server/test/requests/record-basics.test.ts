/** What holds for every product: sorting by what every record has, unknown addresses, warnings, and readers without a session. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClientResponse } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Notes

## 3. Entities and their fields

### Note

- text: text, required
- hidden: yes/no, default no
- Sort: created at, latest first

## 4. States and transitions

### Note

- Starts as: open

| From | Action | To | Who | Then |
|---|---|---|---|---|
| open | Extend | open | Clerk | set text = \`"0123456789"\` |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Not long | Note | \`string length(text) < 10\` | warn LONG |

## 6. Roles and permissions

- **Clerk**

| | anyone | Clerk |
|---|---|---|
| Note | read where \`not(hidden)\` | all |

## 7. The calls it makes

### Ring

- Offers: POST /v1/ring
- For: Clerk
- Takes: text: text, required
- Does: create Note with text = \`body.text\`
- Answers: 201

### Hook

- Receives: POST /hooks/ring

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| LONG | 409 | That is long. |
`;

let notes: Served;
const ids: string[] = [];
beforeAll(async () => {
  const staticFolder = mkdtempSync(join(tmpdir(), "nonet-static-"));
  writeFileSync(join(staticFolder, "index.html"), "<!doctype html><title>Notes</title>");
  notes = await serveProduct(text, {}, { staticFolder });
  const clerk = await notes.person("clerk@example.test", "Clerk");
  for (const one of ["a", "b", "c"]) ids.push((await clerk("POST", "/api/notes", { text: one })).body.id);
});
afterAll(() => notes.close());

const get = async (path: string, headers: Record<string, string> = {}): Promise<Pick<ClientResponse, "status" | "body"> & { readonly type: string }> => {
  const response = await fetch(notes.server.address + path, { headers });
  const type = response.headers.get("content-type") ?? "";
  return { status: response.status, type, body: type.includes("json") ? await response.json() : await response.text() };
};

test.each(["createdAt", "updatedAt", "createdBy,createdAt", "id", "version,createdAt"])("sort=%s and its opposite", async (sort) => {
  const clerk = await notes.person("clerk@example.test", "Clerk");
  const order = async (by: string): Promise<string[]> => (await clerk("GET", `/api/notes?sort=${by}`)).body.items.map((item: { id: string }) => item.id);
  expect(await order(sort)).toEqual(ids);
  expect(
    await order(
      sort
        .split(",")
        .map((key) => `-${key}`)
        .join(","),
    ),
  ).toEqual([...ids].reverse());
});

test("an entity is sorted by what every record has", async () => {
  const clerk = await notes.person("clerk@example.test", "Clerk");
  expect((await clerk("GET", "/api/notes")).body.items.map((item: { id: string }) => item.id)).toEqual([...ids].reverse());
});

test("an unknown address is a page for a browser, and 404 for whoever doesn't ask for one", async () => {
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  expect(await get("/no/such/place", browser)).toMatchObject({ status: 200, type: expect.stringContaining("text/html") });
  for (const path of ["/v1/nope", "/v1/ring", "/hooks/ring", "/hooks/nope", "/nope"])
    for (const accept of ["application/json", "application/problem+json", "*/*", "image/png"])
      expect([path, accept, (await get(path, { accept })).body.status]).toEqual([path, accept, path.endsWith("/ring") ? 405 : 404]);
  expect((await get("/nope")).status).toBe(404);
  // The product's own files are no pages.
  expect((await get("/", { accept: "*/*" })).status).toBe(200);
});

const long = "0123456789";
const csv = { "content-type": "text/csv" };
/** Each way to a change that a person can take, with the status once the warning is confirmed. `$id`: a note. */
const doors = [
  ["POST", "/api/notes", { text: long }, {}, 201],
  ["POST", "/api/notes?dryRun=true", { text: long }, {}, 200],
  ["POST", "/v1/ring", { text: long }, {}, 201],
  ["PATCH", "/api/notes/$id", { text: long }, { "if-match": "*" }, 200],
  ["POST", "/api/notes/$id/extend", {}, {}, 200],
  ["POST", "/api/notes/import", `text\n${long}\n`, csv, 200],
  ["POST", "/api/notes/import?dryRun=true", `text\n${long}\n`, csv, 200],
] as const;

test.each(doors)("a warning is refused with 422, whatever its code's status is: %s %s", async (method, address, body, headers, status) => {
  const clerk = await notes.person("clerk@example.test", "Clerk");
  const { id } = (await clerk("POST", "/api/notes", { text: "short" })).body;
  const path = address.replace("$id", id);
  const refused = await clerk(method, path, body, headers);
  expect([refused.status, refused.body.confirm]).toEqual([422, ["LONG"]]);
  expect((await clerk(method, `${path}${path.includes("?") ? "&" : "?"}confirm=LONG`, body, headers)).status).toBe(status);
});

test.each(["update", "extend"])("a warning in a batch is the problem of its record, with 422: %s", async (action) => {
  const clerk = await notes.person("clerk@example.test", "Clerk");
  const { id } = (await clerk("POST", "/api/notes", { text: "short" })).body;
  const batch = { action, ids: [id], ...(action === "update" ? { asked: { text: long } } : {}) };
  const { body } = await clerk("POST", "/api/notes:batch", batch);
  expect(body.results[0]).toMatchObject({ ok: false, problem: { status: 422, confirm: ["LONG"] } });
  expect((await clerk("POST", "/api/notes:batch?confirm=LONG", batch)).body.results[0].ok).toBe(true);
});

test("a reader without a session gets not found where the entity is public", async () => {
  const clerk = await notes.person("clerk@example.test", "Clerk");
  const hidden = (await clerk("POST", "/api/notes", { text: "h", hidden: true })).body.id as string;
  expect((await get(`/api/notes/${ids[0]}`)).status).toBe(200);
  expect((await get(`/api/notes/${hidden}`)).status).toBe(404);
  expect((await get("/api/notes/00000000-0000-4000-8000-000000000000")).status).toBe(404);
  for (const part of ["history", "actions", "comments"]) expect([part, (await get(`/api/notes/${hidden}/${part}`)).status]).toEqual([part, 404]);
});
