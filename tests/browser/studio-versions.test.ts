/** The versions room of the studio: a saved change is compared, approved by another Owner, made live, and taken back as a draft. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Ask, client } from "../api-client.ts";
import { nonet, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { ownerPassword, signedIn, usedLink, writeProduct } from "../security/small-product.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, picture, visit } from "./open-browser.ts";

const folder = temporaryFolder();
const file = writeProduct(folder.path);
const first = readFileSync(file, "utf8");
let product: Running;
let browser: Browser;
let ada: Page;
let bob: Page;
let asAda: Ask;
const pageErrors: string[] = [];

async function studioOf(email: string, password: string): Promise<Page> {
  const { page, context } = await visit(browser, "about:blank", pageErrors);
  expect((await context.request.post(`${product.address}/api/sign-in`, { data: { email, password } })).ok()).toBe(true);
  await page.goto(`${product.address}/-/studio`);
  await page.getByLabel("Specification").waitFor();
  return page;
}

beforeAll(async () => {
  const data = await dataOptions(join(folder.path, "data"));
  product = await runProduct([file, "--owner", "ada@corp.example", ...data], { env: { NONET_APPROVALS: "1" } });
  const password = await ownerPassword(product);
  asAda = (await signedIn(product.address, "ada@corp.example", password)).ask;
  const own = "a quite long password";
  await usedLink(product.address, (await nonet(["owner", "bob@corp.example", ...data])).out, own);
  const writer = await client(product.address)("POST", "/api/register", { email: "w@example.test", name: "W", password: own });
  expect((await client(product.address, writer.body.token)("POST", "/api/notes", { title: "Emma" })).status).toBe(201);
  browser = await openBrowser();
  [ada, bob] = await Promise.all([studioOf("ada@corp.example", password), studioOf("bob@corp.example", own)]);
}, 120_000);

afterAll(async () => {
  expect(pageErrors).toEqual([]);
  await browser?.close();
  expect(await product?.stop()).toBe(0);
  folder.remove();
});

const room = (page: Page) => page.getByRole("region", { name: "Versions" });
const draft = (page: Page) => page.getByRole("region", { name: "Draft" });
const isLive = async (word: string): Promise<boolean> => JSON.stringify((await asAda("GET", "/api/openapi.json")).body).includes(word);

it("a saved text is a draft, and says what it changes and what it lacks to go live", async () => {
  await ada.getByRole("navigation", { name: "Outline" }).getByRole("button", { name: "title" }).first().click();
  await ada.keyboard.press("End");
  await ada.keyboard.insertText("\n- leaves: integer");
  await ada
    .getByText("No problems.")
    .or(ada.getByRole("tab", { name: /Problems/ }))
    .first()
    .waitFor();
  await ada.getByRole("button", { name: "Save", exact: true }).click();
  await ada.getByText("The saved text is a draft. The product runs the version before.").waitFor();
  await ada.getByRole("button", { name: "Show what going live takes" }).click();
  await draft(ada).getByText("0 of 1 approval").waitFor();
  await draft(ada).getByText("You saved this text, so other Owners have to approve it.").waitFor();
  await draft(ada).getByRole("button", { name: "Compare the draft" }).click();
  await room(ada).getByText('The field "leaves" of a Note is an integer.').waitFor();
  await room(ada).getByText("+- leaves: integer").waitFor();
  // The Document page says the same, to Owners.
  const page = await ada.context().newPage();
  await page.goto(`${product.address}/document`);
  const pending = page.getByRole("alert").filter({ hasText: "A saved version isn't live yet" });
  await pending
    .getByText('The field "leaves" of a Note is added.')
    .or(pending.getByText(/leaves/))
    .first()
    .waitFor();
  await pending.getByRole("link", { name: "Open the studio to make it live" }).waitFor();
  await page.close();
  expect(await draft(ada).getByRole("button", { name: "Make live" }).isDisabled()).toBe(true);
  await picture(ada, "studio-versions");
  expect(await isLive('"leaves":')).toBe(false);
});

it("another Owner approves it, and it goes live with a reason while the product runs", async () => {
  await bob.getByRole("button", { name: "Versions" }).click();
  await draft(bob).getByRole("button", { name: "Approve" }).click();
  await draft(bob).getByText("1 of 1 approval").waitFor();
  await draft(bob).getByLabel("Why").fill("Notes have leaves");
  await draft(bob).getByRole("button", { name: "Make live" }).click();
  const live = room(bob).getByRole("listitem", { name: "Version 2" });
  await live.getByText("Version 2 (live)").waitFor();
  await live.getByText("Notes have leaves").waitFor();
  await live.getByText(/bob · Approved by bob/).waitFor();
  expect(await isLive('"leaves":')).toBe(true);
  // The author's page follows.
  await room(ada).getByText("Version 2 (live)").waitFor();
});

it("a former version is restored into the editor as a draft, which loses nothing until it goes live", async () => {
  await room(ada).getByRole("listitem", { name: "Version 1" }).getByRole("button", { name: "Restore as draft" }).click();
  await ada.getByText("Not saved; kept as a draft").waitFor();
  await ada.getByRole("tab", { name: /Impact/ }).click();
  await ada.getByText("leaves of Note is gone.").first().waitFor();
  expect(readFileSync(file, "utf8")).toContain("leaves");
  await ada.getByRole("button", { name: "Save", exact: true }).click();
  await draft(ada).getByText("0 of 1 approval").waitFor();
  expect([readFileSync(file, "utf8"), await isLive('"leaves":')]).toEqual([first, true]);
});
