/** Live reload: an empty specification runs, new lines take effect, and an error keeps the last good version. */
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client, clientOf } from "../api-client.ts";
import { root, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { ownerPassword } from "../security/small-product.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, signIn } from "./open-browser.ts";

const folder = temporaryFolder();
const file = join(folder.path, "spec", "undetermined.md");
let product: Running;
let browser: Browser;
let owner: string;

const entity = (fields: string): string =>
  readFileSync(join(root, "examples/undetermined/undetermined.md"), "utf8").replace(/(## 3\. Entities and their fields\n\n)not shown\./, `$1### Book\n\n${fields}`);

beforeAll(async () => {
  mkdirSync(join(folder.path, "spec"));
  copyFileSync(join(root, "examples/undetermined/undetermined.md"), file);
  product = await runProduct([file, "--rehearse", ...(await dataOptions(join(folder.path, "data")))]);
  browser = await openBrowser();
  owner = (await (await fetch(`${product.address}/rehearsal/people`)).json())[0].email;
});

afterAll(async () => {
  await browser?.close();
  expect(await product?.stop()).toBe(0);
  folder.remove();
});

async function within(milliseconds: number, question: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  while (!(await question())) {
    if (performance.now() - start > milliseconds) throw new Error(`not within ${milliseconds} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return performance.now() - start;
}

describe("an undetermined specification", () => {
  it("shows its nine points and what each will add", async () => {
    const { page, context } = await signIn(browser, product.address, owner);
    await page.getByRole("heading", { name: /^9\. / }).waitFor();
    expect(await page.getByRole("heading", { level: 2 }).count()).toBe(9);
    expect(await page.getByText("Will add:").count()).toBe(9);
    await context.close();
  });

  it("an entity added to point 3 is usable without a restart, also in an open page", async () => {
    const { page, context } = await signIn(browser, product.address, owner);
    const ask = await clientOf(product.address, owner);
    expect((await ask("GET", "/api/books")).status).toBe(404);
    writeFileSync(file, entity("- title: text, required\n"));
    await within(30_000, async () => (await ask("GET", "/api/books")).status === 200);
    await page.getByRole("link", { name: /Books?/ }).click();
    await page.getByRole("button", { name: "New book" }).click();
    await page.getByLabel(/^Title/).fill("Emma");
    await page.locator("form").getByRole("button").last().click();
    await page.getByText("Book saved.").waitFor();
    await page.getByRole("link", { name: "Books" }).first().click();
    await page.getByRole("cell", { name: "Emma", exact: true }).waitFor();
    await context.close();
  });

  it("whoever opens the product's address, for which there is no screen, starts at the first of their menu (default 265)", async () => {
    const { page, context } = await signIn(browser, product.address, owner);
    await page.waitForURL(`${product.address}/books`);
    await page.getByRole("cell", { name: "Emma", exact: true }).waitFor();
    await page.goBack();
    expect(page.url()).not.toBe(`${product.address}/`);
    await context.close();
  });

  it("an error is reported, and the last good version keeps running with its data", async () => {
    const ask = await clientOf(product.address, owner);
    writeFileSync(file, entity("- title: text, required\n- pages: intteger\n"));
    await within(30_000, async () => product.err().includes("The last good version keeps running."));
    expect(product.err()).toMatch(/\^{8}\n/);
    const document = await ask("GET", "/api/document");
    expect(document.body).toMatchObject({ current: false });
    expect(document.body.diagnostics.filter((d: { severity: string }) => d.severity === "error")).toHaveLength(1);
    expect((await ask("GET", "/api/books")).body.items).toHaveLength(1);
    expect((await ask("POST", "/api/books", { title: "Persuasion" })).status).toBe(201);
  });

  it("a file replaced by renaming is reloaded, and no data is lost", async () => {
    const next = join(folder.path, "spec", ".undetermined.md.swp");
    writeFileSync(next, entity("- title: text, required\n- pages: integer\n"));
    renameSync(next, file);
    const ask = await clientOf(product.address, owner);
    await within(30_000, async () => "pages" in ((await ask("GET", "/api/books")).body.items?.[0] ?? {}));
    expect((await ask("GET", "/api/books")).body.items).toHaveLength(2);
    expect((await ask("GET", "/api/document")).body.current).toBe(true);
    expect((await client(product.address)("GET", "/api/books")).status).toBe(401);
  });

  it("a product that isn't in rehearsal has no rehearsal endpoints", async () => {
    const other = await runProduct([file, "--owner", "ada@example.test", "--data", join(folder.path, "real")]);
    expect((await client(other.address)("GET", "/rehearsal/mails")).status).toBe(404);
    const password = await ownerPassword(other);
    expect((await client(other.address)("POST", "/api/sign-in", { email: "ada@example.test", password })).status).toBe(200);
    expect(await other.stop()).toBe(0);
    const again = await runProduct([file, "--owner", "ada@example.test", "--data", join(folder.path, "real")]);
    expect(again.err()).not.toContain("/sign-in/link");
    expect(await again.stop()).toBe(0);
  });
});
