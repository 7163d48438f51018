/** The studio edits the document, so its requests answer the Owner's own session only, and write no file but the document's. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Ask, client } from "../api-client.ts";
import { runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { ownerPassword, signedIn, statusOf, writeProduct } from "./small-product.ts";

const folder = temporaryFolder();
const file = writeProduct(folder.path);
const text = readFileSync(file, "utf8");
const requests = [
  ["GET", ""],
  ["POST", "/save"],
  ["POST", "/draft"],
  ["POST", "/draft/discard"],
  ["POST", "/impact"],
] as const;

let product: Running;
let owner: Ask;
let writer: Ask;
beforeAll(async () => {
  product = await runProduct([file, "--owner", "boss@corp.example", ...(await dataOptions(join(folder.path, "data")))]);
  owner = (await signedIn(product.address, "boss@corp.example", await ownerPassword(product))).ask;
  const made = await client(product.address)("POST", "/api/register", { email: "writer@example.test", name: "W", password: "a quite long password" });
  writer = client(product.address, made.body.token);
});
afterAll(async () => {
  await product?.stop();
  folder.remove();
});

const sent = { files: [{ name: "notes.md", text: `${text}\nMore.\n` }], base: "none" };

it.each(requests)("%s /api/-/studio%s refuses strangers and people who aren't the Owner", async (method, path) => {
  const body = method === "POST" ? sent : undefined;
  expect((await client(product.address)(method, `/api/-/studio${path}`, body)).status).toBe(401);
  expect((await writer(method, `/api/-/studio${path}`, body)).status).toBe(403);
  expect(readFileSync(file, "utf8")).toBe(text);
});

it("refuses requests of pages of other origins", async () => {
  const headers = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
  expect(await statusOf(product.address, "/api/-/studio/impact", headers, JSON.stringify(sent))).toBe(403);
});

it("saves no file that isn't of the document, and nothing that changed meanwhile", async () => {
  const { version, files } = (await owner("GET", "/api/-/studio")).body;
  expect(files.map((one: { name: string }) => one.name)).toEqual(["notes.md"]);
  for (const name of ["../notes.md", "/etc/hosts", "notes.md/../other.md", "other.md", "notes.md\u0000"]) {
    const answer = await owner("POST", "/api/-/studio/save", { files: [{ name, text }], base: version });
    expect([name, answer.status]).toEqual([name, 400]);
  }
  expect(existsSync(join(folder.path, "other.md"))).toBe(false);
  expect((await owner("POST", "/api/-/studio/save", sent)).status).toBe(412);
  expect(readFileSync(file, "utf8")).toBe(text);
});

it("names the line of what can't be evaluated", async () => {
  const wrong = text.replace("title: text, required", "title: text, requird");
  const answer = await owner("POST", "/api/-/studio/impact", { files: [{ name: "notes.md", text: wrong }] });
  expect(JSON.parse(answer.body)).toMatchObject({ kind: "failed", text: expect.stringMatching(/can't be evaluated yet\. Line 11: .*requird/) });
});

it.each([
  ["a line of a million characters", `${text}\n${"x".repeat(1_000_000)}`],
  ["a condition nested 20,000 deep", text.replace("required", `required; default \`${"(".repeat(20_000)}1${")".repeat(20_000)}\``)],
  ["a document without a heading", "Nothing here. ".repeat(1_000)],
])("judges %s and goes on", async (_what, hostile) => {
  const answer = await owner("POST", "/api/-/studio/impact", { files: [{ name: "notes.md", text: hostile }] });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatch(/^\{"kind":"/);
  expect(answer.body).not.toContain("went wrong on our side");
  expect((await owner("GET", "/api/-/studio")).status).toBe(200);
});
