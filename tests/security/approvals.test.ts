/** NONET_APPROVALS: a version goes live once as many Owners as the installation asks for have approved its text and its plan. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type Ask, client } from "../api-client.ts";
import { nonet, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { ownerPassword, signedIn, usedLink, writeProduct } from "./small-product.ts";

const folder = temporaryFolder();
const file = writeProduct(folder.path);
const first = readFileSync(file, "utf8");
const second = first.replace("- title: text, required", "- title: text, required\n- pages: integer");
const third = second.replace("- pages: integer\n", "");
const data = await dataOptions(join(folder.path, "data"));
let product: Running;
const owners: Record<"ada" | "bob" | "cleo", Ask> = {} as never;
let writer: Ask;

async function newOwner(email: string): Promise<Ask> {
  const { out } = await nonet(["owner", email, ...data]);
  const password = "a quite long password";
  expect((await usedLink(product.address, out, password)).status).toBe(200);
  return (await signedIn(product.address, email, password)).ask;
}

beforeAll(async () => {
  product = await runProduct([file, "--owner", "ada@corp.example", ...data], { env: { NONET_APPROVALS: "2" } });
  owners.ada = (await signedIn(product.address, "ada@corp.example", await ownerPassword(product))).ask;
  owners.bob = await newOwner("bob@corp.example");
  owners.cleo = await newOwner("cleo@corp.example");
  const { body } = await client(product.address)("POST", "/api/register", { email: "w@example.test", name: "W", password: "a quite long password" });
  writer = client(product.address, body.token);
}, 60_000);
afterAll(async () => {
  await product?.stop();
  folder.remove();
});

const versions = "/api/-/studio/versions";
const review = async (ask = owners.ada): Promise<Answer["body"]> => (await ask("GET", versions)).body.review;
const approve = async (ask: Ask): Promise<number> => (await ask("POST", `${versions}/approve`, { plan: (await review()).plan })).status;
const goLive = async (ask: Ask, more: object = {}): Promise<Answer> => ask("POST", `${versions}/live`, { plan: (await review())?.plan ?? "", ...more });

async function save(ask: Ask, text: string): Promise<void> {
  const { version } = (await ask("GET", "/api/-/studio")).body;
  expect((await ask("POST", "/api/-/studio/save", { files: [{ name: "notes.md", text }], base: version })).status).toBe(200);
}

test("nobody but an Owner reads, approves or changes versions", async () => {
  const requests = [
    ["GET", ""],
    ["GET", "/1"],
    ["GET", "/difference?from=1"],
    ["POST", "/approve"],
    ["POST", "/withdraw"],
    ["POST", "/live"],
  ] as const;
  for (const [method, path] of requests) {
    const body = method === "POST" ? { plan: "x" } : undefined;
    expect([path, (await client(product.address)(method, versions + path, body)).status]).toEqual([path, 401]);
    expect([path, (await writer(method, versions + path, body)).status]).toEqual([path, 403]);
  }
});

test("a saved text waits for two approvals, and its author's own doesn't count", async () => {
  expect(await review()).toBe(null);
  await save(owners.ada, second);
  expect(await review()).toMatchObject({ required: 2, author: "ada", approvals: [], losses: [] });
  expect((await goLive(owners.ada)).body).toMatchObject({ code: "not-approved", status: 409 });
  expect([await approve(owners.ada), await approve(owners.bob)]).toEqual([204, 204]);
  expect((await review()).approvals).toMatchObject([
    { name: "ada", lapsed: "The author's own approval doesn't count.", isOwn: true },
    { name: "bob", lapsed: null, isOwn: false },
  ]);
  const refused = await goLive(owners.bob);
  expect(refused.body.detail).toContain("needs 2 approvals and has 1.");
  // Saving the same text again makes nobody its author.
  await save(owners.cleo, second);
  expect((await review()).author).toBe("ada");
});

test("a command can't go around it, with or without the setting", async () => {
  for (const env of [{ NONET_APPROVALS: "0" }, { NONET_APPROVALS: "" }]) {
    const applied = await nonet(["apply", file, ...data], { env });
    expect([applied.code, applied.err]).toEqual([1, expect.stringContaining("This version needs 2 approvals and has 1.")]);
  }
  expect((await nonet(["apply", file, ...data], { env: { NONET_APPROVALS: "two" } })).err).toContain("NONET_APPROVALS needs a number");
});

test("another text needs approvals of its own, and an approval of the plan that somebody has seen", async () => {
  const { plan } = await review();
  await save(owners.ada, `${second}\nMore.\n`);
  expect((await review()).approvals).toEqual([]);
  expect((await owners.cleo("POST", `${versions}/approve`, { plan })).status).toBe(409);
  await save(owners.ada, second);
  expect((await review()).approvals).toHaveLength(2);
});

test("an approval can be withdrawn; with enough of them the version goes live, with who and why", async () => {
  expect((await owners.bob("POST", `${versions}/withdraw`, {})).status).toBe(204);
  expect([await approve(owners.bob), await approve(owners.cleo)]).toEqual([204, 204]);
  expect((await goLive(owners.ada, { why: "x".repeat(1001) })).status).toBe(413);
  expect((await goLive(owners.ada, { why: "Notes have pages" })).status).toBe(204);
  const { body } = await owners.bob("GET", versions);
  expect(body.review).toBe(null);
  expect(body.versions[0]).toMatchObject({
    number: 2,
    by: "ada",
    reason: "Notes have pages",
    plan: ["Note has a new field pages."],
    approvedBy: ["bob", "cleo"],
    isRunning: true,
  });
  expect((await owners.bob("GET", `${versions}/1`)).body.files).toEqual([{ name: "notes.md", text: first }]);
  expect((await owners.bob("GET", `${versions}/9`)).status).toBe(404);
  expect((await owners.bob("GET", `${versions}/difference?from=x`)).status).toBe(400);
  expect((await owners.bob("GET", `${versions}/difference?from=1&to=2`)).body.sentences).toEqual([{ before: null, after: 'The field "pages" of a Note is an integer.' }]);
  const { items } = (await owners.ada("GET", "/api/-/security-log")).body;
  expect(items.map((one: { event: string }) => one.event)).toEqual(expect.arrayContaining(["document-approved", "document-changed"]));
});

test("an approval lapses when records change so that more would be lost, and nothing unseen is lost", async () => {
  expect((await writer("POST", "/api/notes", { title: "One", pages: 1 })).status).toBe(201);
  writeFileSync(file, third);
  await expect.poll(async () => (await review())?.losses.length).toBe(1);
  const before = await review();
  expect(before.author).toBe(null);
  expect([await approve(owners.ada), await approve(owners.bob)]).toEqual([204, 204]);
  expect((await goLive(owners.ada)).body).toMatchObject({ code: "would-lose" });
  expect((await writer("POST", "/api/notes", { title: "Two", pages: 2 })).status).toBe(201);
  expect((await review()).approvals.map((one: { lapsed: string }) => one.lapsed)).toEqual(Array(2).fill("Records have changed, so that more would be lost."));
  expect((await goLive(owners.ada, { accepted: before.losses })).body).toMatchObject({ code: "would-lose" });
  const { losses } = await review();
  expect((await goLive(owners.ada, { accepted: losses })).body).toMatchObject({ code: "not-approved" });
  expect([await approve(owners.ada), await approve(owners.bob)]).toEqual([204, 204]);
  expect((await goLive(owners.cleo, { accepted: losses })).status).toBe(204);
  expect((await owners.ada("GET", versions)).body.versions[0]).toMatchObject({ number: 3, by: "cleo", losses });
});

test("`run --apply` waits for approvals too, and `apply` works once they are there", async () => {
  await product.stop();
  writeFileSync(file, second);
  product = await runProduct([file, "--apply", ...data], { env: { NONET_APPROVALS: "1" } });
  await expect.poll(() => product.err()).toContain("This version needs 1 approval and has 0. Owners approve it in the studio.");
  owners.bob = (await signedIn(product.address, "bob@corp.example", "a quite long password")).ask;
  expect(await review(owners.bob)).toMatchObject({ required: 1 });
  expect((await owners.bob("POST", `${versions}/approve`, { plan: (await review(owners.bob)).plan })).status).toBe(204);
  expect((await nonet(["apply", file, ...data])).code).toBe(0);
  await expect.poll(async () => (await owners.bob("GET", "/api/-/studio")).body.running).toBe((await owners.bob("GET", "/api/-/studio")).body.version);
});
