/** Responses are compressed for clients that accept it, whole and as they stream; event streams and short bodies aren't. */
import { get, type IncomingMessage } from "node:http";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serveProduct } from "../open-product.ts";

const text = `# Notes

## 1. What it does and for whom

- Sign-in: email and password

## 2. Screens and routes

| Screen | Route | Who | Shows |
|---|---|---|---|
| Notes | \`/notes\` | Writer | list of Note |

### Notes

- Columns: title
- Export: csv

## 3. Entities

### Note

- title: text, required
- hb: text
- sheet: file

## 6. Roles and permissions

- **Writer** — writes

| Entity | Writer |
|---|---|
| Note | all |
`;

const script = "console.log('a file of the front end');\n".repeat(100);
let served: Served;
let token: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "nonet-compressed-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html>page");
  await writeFile(join(folder, "assets", "index-abcdef12.js"), script);
  await writeFile(join(folder, "assets", "index-abcdef12.js.br"), brotliCompressSync(script));
  served = await serveProduct(text, {}, { staticFolder: folder });
  const writer = await served.person("writer@example.test", "Writer");
  for (let i = 0; i < 60; i++) expect((await writer("POST", "/api/notes", { title: `Note ${i}, as long as a usual title` })).status).toBe(201);
  token = (await served.owner("POST", "/api/sign-in", { email: "writer@example.test", password: "a long password" })).body.token;
});
afterAll(() => served?.close());

interface Raw {
  readonly encoding: string | undefined;
  readonly vary: string | undefined;
  readonly bytes: Buffer;
}

/** A response as it came over the wire; `fetch` would decompress it. */
const raw = (path: string, accept?: string): Promise<Raw> =>
  new Promise((done, fail) => {
    const headers = { authorization: `Bearer ${token}`, ...(accept ? { "accept-encoding": accept } : {}) };
    get(`${served.server.address}${path}`, { headers }, (response: IncomingMessage) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => done({ encoding: response.headers["content-encoding"], vary: response.headers.vary, bytes: Buffer.concat(parts) }));
    }).on("error", fail);
  });

it("compresses a list as the client accepts it", async () => {
  const plain = await raw("/api/notes?limit=50");
  expect(plain.encoding).toBeUndefined();
  expect(JSON.parse(plain.bytes.toString()).items.length).toBe(50);
  const brotli = await raw("/api/notes?limit=50", "gzip, deflate, br");
  expect(brotli.encoding).toBe("br");
  expect(brotli.vary).toContain("accept-encoding");
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
  expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 3);
  const gzip = await raw("/api/notes?limit=50", "gzip");
  expect([gzip.encoding, gunzipSync(gzip.bytes)]).toEqual(["gzip", plain.bytes]);
});

it("compresses an export while it streams", async () => {
  const csv = await raw("/api/notes/export?format=csv", "br");
  expect(csv.encoding).toBe("br");
  expect(brotliDecompressSync(csv.bytes).toString().trim().split("\n").length).toBe(61);
});

it("labels nothing as compressed that only begins like it", async () => {
  const csv = await raw("/api/notes/export?format=csv&fields=hb,title", "gzip");
  expect([csv.encoding, csv.bytes.toString().split("\r\n")[0]]).toEqual([undefined, "hb,title"]);
  const content = "x marks the spot\n".repeat(200);
  const form = new FormData();
  form.append("file", new File([content], "map.txt", { type: "text/plain" }));
  const stored = await fetch(`${served.server.address}/api/files`, { method: "POST", headers: { authorization: `Bearer ${token}` }, body: form });
  const file = await raw(`/api/files/${((await stored.json()) as { id: string }).id}`, "gzip");
  expect([file.encoding, file.bytes.toString()]).toEqual([undefined, content]);
});

it("sends short bodies as they are", async () => {
  const { encoding, bytes } = await raw("/api/me", "br");
  expect(encoding).toBeUndefined();
  expect(JSON.parse(bytes.toString()).email).toBe("writer@example.test");
});

it("sends a built file's compressed form where there is one", async () => {
  const brotli = await raw("/assets/index-abcdef12.js", "br");
  expect([brotli.encoding, brotliDecompressSync(brotli.bytes).toString()]).toEqual(["br", script]);
  expect((await raw("/assets/index-abcdef12.js")).bytes.toString()).toBe(script);
});

it("sends events as they happen", async () => {
  const writer = await served.person("writer@example.test", "Writer");
  const heard = await new Promise<{ encoding: string | undefined; text: string }>((done, fail) => {
    const request = get(
      `${served.server.address}/api/events`,
      { headers: { authorization: `Bearer ${token}`, accept: "text/event-stream", "accept-encoding": "br" } },
      (response) => {
        void writer("POST", "/api/notes", { title: "Sent as it happens" });
        response.setEncoding("utf8").on("data", (part: string) => {
          if (!part.includes("event: change")) return;
          done({ encoding: response.headers["content-encoding"], text: part });
          request.destroy();
        });
      },
    ).on("error", fail);
  });
  expect(heard.encoding).toBeUndefined();
  expect(heard.text).toContain("created");
});
