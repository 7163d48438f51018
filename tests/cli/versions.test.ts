/** Drafts and versions: a changed file of a real product waits until it is applied, and every version that was live is kept. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { client } from "../api-client.ts";
import { nonet, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { writeProduct } from "../security/small-product.ts";
import { dataOptions } from "../shared-postgres.ts";

const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
const document = writeProduct(folder.path);
const first = readFileSync(document, "utf8");
const second = first.replace("- title: text, required", "- title: text, required\n- remark: text").replace("| read, create |", "| all |");
const data = await dataOptions(`${folder.path}/data`);
let product: Running;
let owner: ReturnType<typeof client>;

afterAll(async () => {
  await product?.stop();
  folder.remove();
});

async function until(question: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now();
  while (!(await question())) {
    if (performance.now() - start > 10_000) throw new Error(`not within 10 seconds:\n${product.err()}`);
    await new Promise((later) => setTimeout(later, 30));
  }
}

async function startProduct(...more: readonly string[]): Promise<void> {
  product = await runProduct([document, ...data, ...more]);
  const person = { email: `writer${Math.random()}@example.test`, password: "a quite long password" };
  const registered = await client(product.address)("POST", "/api/register", { ...person, name: "Ada" });
  expect(registered.status).toBeLessThan(300);
  const { body } = await client(product.address)("POST", "/api/sign-in", person);
  owner = client(product.address, body.token);
}

const fieldsOf = async (): Promise<readonly string[]> => Object.keys((await owner("GET", "/api/notes")).body.items?.[0] ?? {});
const versions = (...words: readonly string[]): ReturnType<typeof nonet> => nonet(["versions", document, ...words, ...data]);

test("a changed file is a draft: the product says what applying it would do, and continues with the live version", async () => {
  await startProduct();
  await owner("POST", "/api/notes", { title: "Emma" });
  writeFileSync(document, second);
  await until(() => product.err().includes("Make the draft live with `nonet apply FILE`"));
  expect(product.err()).toContain("The document has changed. The change is a draft:\n  Note has a new field remark.");
  expect(await fieldsOf()).not.toContain("remark");
});

test("a text with errors doesn't stop the live version, not at a start either", async () => {
  writeFileSync(document, second.replace("remark: text", "remark: texxt"));
  await until(() => product.err().includes("The last good version keeps running."));
  await product.stop();
  await startProduct();
  expect(await fieldsOf()).not.toContain("remark");
  await product.stop();
  expect((await nonet(["run", document, "--apply", ...data])).code).toBe(1);
  const empty = await nonet(["run", document, "--data", join(folder.path, "none"), "--port", "0"]);
  expect([empty.code, existsSync(join(folder.path, "none"))]).toEqual([1, false]);
});

test("a start continues with the live version too, and `nonet apply` makes the draft live while the product runs", async () => {
  writeFileSync(document, second);
  await startProduct();
  await until(() => product.err().includes("Make the draft live"));
  expect(await fieldsOf()).not.toContain("remark");
  const applied = await nonet(["apply", document, "--why", "Notes need\n remarks", ...data]);
  expect([applied.code, applied.out]).toEqual([0, expect.stringContaining("The database now matches the document.")]);
  await until(() => product.err().includes("The draft was applied. It is running."));
  expect(await fieldsOf()).toContain("remark");
  expect((await nonet(["apply", document, "--why", "x".repeat(1001), ...data])).err).toContain("Write at most 1000.");
});

test("`nonet versions` lists them with who, when and why, newest first", async () => {
  const { code, out } = await versions();
  expect(code).toBe(0);
  expect(out).toMatch(
    /^2 {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}[0-9a-f]{12} {2}\S+@\S+ \(nonet apply\) {2}\(live\)\n {3}Why: Notes need remarks\n {3}- Note has a new field remark\.\n/,
  );
  expect(out).toMatch(/\n1 {2}.*\(nonet run\)\n$/);
});

test("a version is printed as it was, and two are compared in sentences, permissions and text", async () => {
  expect((await versions("show", "1")).out).toBe(first);
  const { code, out } = await versions("diff", "1", "2");
  expect(code).toBe(1);
  expect(out).toContain('  + The field "remark" of a Note is a text.');
  expect(out).toContain("Who may do what:\n  + Writer may now update Notes.");
  expect(out).toContain("    +- remark: text");
  expect((await versions("diff", "2")).out).toBe("The texts are the same.\n");
});

test("a wrong number or word is refused with what to write", async () => {
  expect((await versions("show", "7")).err).toContain(`There is no version 7. \`nonet versions ${document}\` lists them.`);
  expect((await versions("show", "first")).err).toContain("A version is a number");
  expect((await versions("undo", "1")).err).toContain("is followed by show, diff or restore");
  expect((await versions("diff")).err).toContain("Usage: nonet versions FILE diff M [N]");
  expect((await nonet(["versions", document, "--data", join(folder.path, "none")])).err).toContain("There is no data in");
});

test("going back writes a draft with its plan, never over a text that is kept nowhere, and loses nothing unasked", async () => {
  const { items } = (await owner("GET", "/api/notes")).body;
  await owner("PATCH", `/api/notes/${items[0].id}`, { remark: "kept" }, { "if-match": "*" });
  writeFileSync(document, second.replace("# Notes", "# Notices"));
  const refused = await versions("restore", "1");
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("add --overwrite")]);
  const restored = await versions("restore", "1", "--overwrite");
  expect([restored.code, readFileSync(document, "utf8")]).toEqual([1, first]);
  expect(restored.out).toMatch(/^Wrote version 1 into notes\.md\. It is a draft: nothing is applied\./);
  expect(restored.out).toMatch(/LOST: remark of Note is gone\. .*1 of them/);
  await until(() => product.err().includes("  LOST: remark of Note is gone."));
  expect(await fieldsOf()).toContain("remark");
  expect((await nonet(["apply", document, ...data])).code).toBe(1);
  expect((await nonet(["apply", document, "--accept-loss", ...data])).code).toBe(0);
  await until(async () => (await fieldsOf()).includes("title") && !(await fieldsOf()).includes("remark"));
  expect((await versions()).out).toMatch(/^3 .*\(live\)\n( {3}- .*\n)* {3}- LOST: remark of Note is gone\./);
});

test("`run --apply` makes a changed file live at the start and while it runs", async () => {
  await product.stop();
  writeFileSync(document, second);
  await startProduct("--apply");
  expect(await fieldsOf()).toContain("remark");
  writeFileSync(document, second.replace("- remark: text", "- remark: text\n- shelf: text"));
  await until(async () => (await fieldsOf()).includes("shelf"));
});

test("a process whose file is another one follows what is applied elsewhere", async () => {
  const elsewhere = join(folder.path, "elsewhere.md");
  writeFileSync(elsewhere, second.replace("- remark: text", "- remark: text\n- room: text"));
  expect((await nonet(["apply", elsewhere, ...data])).code).toBe(0);
  await until(async () => (await fieldsOf()).includes("room"));
  expect(product.err()).toContain("Another version was applied. It is running.");
});
