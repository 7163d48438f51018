/** The log: a line for each request, by route pattern and request id, without anything that a person has entered. */
import { afterEach, expect, test } from "vitest";
import { createLog } from "../../src/log/create-log.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Notes

## 1. What it does and for whom

- Sign-in: email and password; anyone may register as Writer

## 3. Entities

### Note

- title: text, required, unique

## 6. Roles and permissions

- **Writer** — writes notes

| Entity | Writer |
|---|---|
| Note | read, create |
`;

let served: Served | undefined;
afterEach(async () => served?.close());

interface Entry {
  readonly level: string;
  readonly msg: string;
  readonly requestId?: string;
  readonly route?: string;
  readonly status?: number;
}

/** The entry of a request is written after its response has been received. */
const settle = (): Promise<void> => new Promise((later) => setTimeout(later, 50));

test("as JSON: method, route pattern, status and time, under the id that the response has", async () => {
  let lines = "";
  served = await serveProduct(text, {}, { log: createLog({ format: "json", write: (line) => (lines += line) }) });
  const writer = await served.person("somebody@example.test", "Writer");
  await writer("POST", "/api/notes", { title: "private-title" });
  const listed = await writer("GET", '/api/notes?where=title = "private-title"&search=private-search');
  await writer("GET", "/api/notes/private-title");
  await writer("GET", "/api/nothing/private-path");
  await settle();
  const entries = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Entry);
  const entry = entries.find((one) => one.requestId === listed.headers.get("x-request-id"))!;
  expect(entry).toMatchObject({
    level: "info",
    msg: "request",
    method: "GET",
    route: "/api/:entity",
    status: 200,
    milliseconds: expect.any(Number),
    time: expect.stringMatching(/^\d{4}-/),
  });
  // The first line says where the server listens.
  expect(lines.slice(lines.indexOf("\n"))).not.toMatch(/private-|example\.test|password|Bearer|127\.0\.0\.1/);
});

test("as text: the same in one line", async () => {
  let lines = "";
  served = await serveProduct(text, {}, { log: createLog({ format: "text", write: (line) => (lines += line) }) });
  await fetch(`${served.server.address}/api/me?x=private`);
  await settle();
  expect(lines.trim().split("\n").at(-1)).toMatch(/^\d{4}-\S+Z INFO {2}request requestId=[0-9a-f-]{36} method=GET route=\/api\/me status=\d+ milliseconds=[\d.]+$/);
});

test("an error is logged without the values that it cites", () => {
  let lines = "";
  const log = createLog({ format: "json", write: (line) => (lines += line) });
  const broken = Object.assign(new Error('duplicate key value violates unique constraint "user_email"'), {
    code: "23505",
    constraint: "user_email",
    detail: "Key (email)=(a@b.example) already exists.",
  });
  log.error({ err: broken, password: "hunter2", request: { headers: { cookie: "x" }, url: "/?a=b" } }, "a bug");
  log.error({ err: new TypeError('Unexpected token "alice@b.example" in JSON') }, "a bug");
  const [database, other] = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(database.err).toMatchObject({ type: "Error", code: "23505", constraint: "user_email", message: "SQLSTATE 23505" });
  expect(other.err).toMatchObject({ type: "TypeError", message: "Unexpected token … in JSON" });
  expect(lines).not.toMatch(/b\.example|hunter2|cookie/);
});
