/** Files that people upload never run in somebody's browser, and pages of other sites can't make a browser act. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, clientOf } from "../../runtime/server/test/desk.ts";
import { serveProduct, type Served } from "../../runtime/server/test/open-product.ts";

const text = `# Notes

## 1. What it does and for whom

- Sign-in: email and password

## 3. Entities

### Note

- title: text, required
- attached: file
- writer: User, default \`me\`

## 6. Roles and permissions

- **Writer** — writes notes

| Entity | Writer |
|---|---|
| Note | read own, create, update own |

Own: a Note is its writer's.
`;

let served: Served;
let writer: Client;
let other: Client;
beforeAll(async () => {
  served = await serveProduct(text);
  [writer, other] = [await served.person("w@example.test", "Writer"), await served.person("o@example.test", "Writer")];
});
afterAll(() => served.close());

async function upload(name: string, type: string, content: string): Promise<string> {
  const form = new FormData();
  form.append("file", new File([content], name, { type }));
  const { status, body } = await writer("POST", "/api/files", form);
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.id;
}

test.each([
  ["page.html", "text/html", "<script>alert(1)</script>"],
  ["picture.svg", "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ["program.js", "text/javascript", "alert(1)"],
  ["feed.xml", "application/xml", '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
  ['a"; filename=evil.html; x="\r\nx-evil: 1.html', "text/html", "<b>"],
  ["../../etc/passwd", "application/octet-stream", "x"],
])("%j is downloaded, and never shown as a page", async (name, type, content) => {
  const id = await upload(name, type, content);
  const response = await fetch(`${served.server.address}/api/files/${id}`, { headers: { authorization: `Bearer ${writer.token}` } });
  expect(await response.text()).toBe(content);
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename/);
  expect(response.headers.get("content-disposition")).not.toMatch(/[\r\n/]|filename="[^"]*\.\./);
  expect(response.headers.get("x-evil")).toBeNull();
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
  expect(response.headers.get("cache-control")).toMatch(/no-store|private/);
});

test("a file is disclosed to those who may read a record with it, and to nobody else", async () => {
  const id = await upload("note.txt", "text/plain", "secret");
  const statusFor = async (ask: Client): Promise<number> => (await ask("GET", `/api/files/${id}`)).status;
  const anyone = clientOf(served.server.address);
  expect([await statusFor(writer), await statusFor(other), await statusFor(anyone)]).toEqual([200, 404, 401]);
  const stolen = await other("POST", "/api/notes", { title: "stolen", attached: id });
  expect(stolen.status).toBeGreaterThanOrEqual(400);
  expect((await writer("POST", "/api/notes", { title: "mine", attached: id })).status).toBe(201);
  expect([await statusFor(writer), await statusFor(other), await statusFor(anyone)]).toEqual([200, 404, 401]);
});

test.each([
  ["another site's page", { origin: "https://evil.example" }],
  ["a page of another port", { origin: "http://127.0.0.1:1" }],
  ["a sandboxed page", { origin: "null" }],
  ["another site, by Sec-Fetch-Site", { "sec-fetch-site": "cross-site" }],
  ["another host of the domain", { "sec-fetch-site": "same-site" }],
])("what %s sends with the person's cookie is refused", async (_who, headers) => {
  const cookie = `nonet_session_${new URL(served.server.address).port}=${writer.token}`;
  const ask = clientOf(served.server.address);
  for (const [method, path, body] of [
    ["POST", "/api/notes", { title: "forged" }],
    ["POST", "/api/sign-out", undefined],
    ["POST", "/api/sign-in", { email: "w@example.test", password: "a long password" }],
    ["POST", "/api/me/keys", { name: "forged" }],
  ] as const) {
    const { status, body: answer } = await ask(method, path, body, { ...headers, cookie });
    expect([path, status, answer.code]).toEqual([path, 403, "other-origin"]);
  }
  expect((await writer("GET", "/api/notes?search=forged")).body.items).toEqual([]);
});

test("a file whose content is lost is missing, which is reported", async () => {
  const id = await upload("plan.txt", "text/plain", "a plan");
  rmSync(join(served.files, id));
  const answer = await writer("GET", `/api/files/${id}`);
  expect([answer.status, answer.body.detail]).toEqual([404, expect.stringContaining("is missing on the server")]);
});

test("the product's own page may", async () => {
  const cookie = `nonet_session_${new URL(served.server.address).port}=${writer.token}`;
  const own = await clientOf(served.server.address)("POST", "/api/notes", { title: "own" }, { origin: served.server.address, "sec-fetch-site": "same-origin", cookie });
  expect(own.status).toBe(201);
});
