/**
 * The whole way of a specification in the studio: an empty product, a first entity with a mistake and its fix, a rule that
 * stored records violate, a preview on masked records, approval, going live while somebody types in the product, and going back.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Ask } from "../api-client.ts";
import { nonet, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { ownerPassword, signedIn, usedLink } from "../security/small-product.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, picture, visit } from "./open-browser.ts";

const folder = temporaryFolder();
const file = join(folder.path, "library.md");
let product: Running;
let browser: Browser;
/** Writes the specification. */
let ada: Page;
/** Approves it. */
let bob: Page;
/** Works in the product. */
let desk: Page;
let asAda: Ask;
const pageErrors: string[] = [];
const own = "a quite long password";

async function signedInPage(email: string, password: string, path: string): Promise<Page> {
  // Wide enough for the product's menu beside the editor.
  const { page, context } = await visit(browser, "about:blank", pageErrors, { viewport: { width: 2000, height: 900 } });
  expect((await context.request.post(`${product.address}/api/sign-in`, { data: { email, password } })).ok()).toBe(true);
  await page.goto(product.address + path);
  return page;
}

beforeAll(async () => {
  expect((await nonet(["new", join(folder.path, "Library")])).code).toBe(0);
  const data = await dataOptions(join(folder.path, "data"));
  product = await runProduct([file, "--owner", "ada@corp.example", ...data], { env: { NONET_APPROVALS: "1" } });
  const password = await ownerPassword(product);
  asAda = (await signedIn(product.address, "ada@corp.example", password)).ask;
  await usedLink(product.address, (await nonet(["owner", "bob@corp.example", ...data])).out, own);
  browser = await openBrowser();
  [ada, bob] = await Promise.all([signedInPage("ada@corp.example", password, "/-/studio"), signedInPage("bob@corp.example", own, "/-/studio")]);
  await Promise.all([ada, bob].map((page) => page.getByLabel("Specification").waitFor()));
}, 120_000);

afterAll(async () => {
  expect(pageErrors).toEqual([]);
  await browser?.close();
  expect(await product?.stop()).toBe(0);
  folder.remove();
});

const findings = (page: Page) => page.getByRole("tabpanel");
const room = (page: Page) => page.getByRole("region", { name: "Versions" });
const draft = (page: Page) => page.getByRole("region", { name: "Draft" });
const isLive = async (word: string): Promise<boolean> => JSON.stringify((await asAda("GET", "/api/openapi.json")).body).includes(word);

/** Types in place of the `not shown` of a point, with the keyboard. */
async function write(page: Page, point: RegExp, text: string): Promise<void> {
  await page.getByRole("navigation", { name: "Outline" }).getByRole("button", { name: point }).first().click();
  await expect
    .poll(async () => {
      await page.keyboard.press("ArrowDown");
      return page.locator(".cm-activeLine").first().textContent();
    })
    .toBe("not shown.");
  for (const key of ["Home", "Shift+End"]) await page.keyboard.press(key);
  await page.keyboard.insertText(text);
}

async function saved(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
}

async function approvedAndLive(why: string): Promise<void> {
  const versions = bob.getByRole("button", { name: "Versions", exact: true });
  if ((await versions.getAttribute("aria-pressed")) !== "true") await versions.click();
  await draft(bob).getByText("0 of 1 approval").waitFor();
  await draft(bob).getByRole("button", { name: "Approve" }).click();
  await draft(bob).getByText("1 of 1 approval").waitFor();
  await draft(bob).getByLabel("Why").fill(why);
  await draft(bob).getByRole("button", { name: "Make live" }).click();
  await room(bob).getByText(why).waitFor();
}

it("an empty product is open at nine points, and a first entity is written with a mistake that its fix corrects", async () => {
  await ada.getByRole("tab", { name: "Open points (9)" }).waitFor();
  await write(ada, /^3\. /, "### Book\n\n- title: text, requird\n- pages: integer\n- donor: text, personal\n");
  await findings(ada).getByText(`"requird" isn't a field attribute.`).waitFor();
  await findings(ada).getByRole("button", { name: "Write required" }).click();
  await findings(ada).getByText(`"requird"`).waitFor({ state: "detached" });
  await ada.getByRole("tab", { name: "Open points (8)" }).waitFor();
});

it("a saved text is a draft, which whoever wrote it can't approve alone", async () => {
  await saved(ada);
  await ada.getByText("The saved text is a draft. The product runs the version before.").waitFor();
  await ada.getByRole("button", { name: "Show what going live takes" }).click();
  await draft(ada).getByText("0 of 1 approval").waitFor();
  await draft(ada).getByText("You saved this text, so other Owners have to approve it.").waitFor();
  await draft(ada).getByRole("button", { name: "Compare the draft" }).click();
  await room(ada).getByText('The field "pages" of a Book is an integer.').waitFor();
  await room(ada).getByText("+- pages: integer").waitFor();
  expect(await draft(ada).getByRole("button", { name: "Make live" }).isDisabled()).toBe(true);
  expect(await isLive('"donor":')).toBe(false);
});

it("another Owner approves it, and it goes live with a reason", async () => {
  await approvedAndLive("The library has books");
  const live = room(bob).getByRole("listitem", { name: "Version 2" });
  await live.getByText("Version 2 (live)").waitFor();
  await live.getByText(/bob · Approved by bob/).waitFor();
  expect(await isLive('"donor":')).toBe(true);
  // The author's page follows.
  await room(ada).getByText("Version 2 (live)").waitFor();
  await ada.getByRole("button", { name: "Versions", exact: true }).click();
});

it("a rule names the stored records that violate it while it is typed", async () => {
  for (const [title, pages] of [
    ["Emma", 4],
    ["Persuasion", 250],
  ])
    expect((await asAda("POST", "/api/books", { title, pages, donor: "Zebulon Quartermain" })).status).toBe(201);
  await ada.getByRole("tab", { name: /Impact/ }).click();
  await write(ada, /^5\. /, "| Rule | Entity | Must hold | Otherwise |\n|---|---|---|---|\n| Long enough | Book | `pages > 5` | TOO_SHORT |\n");
  await findings(ada)
    .getByText(/1 of the Books violate the rule "Long enough"/)
    .waitFor();
  await findings(ada).getByRole("button", { name: "Emma" }).waitFor();
  await findings(ada)
    .getByText(/Evaluated at .* on \d+ records/)
    .waitFor();
});

it("a preview runs the draft on records whose personal values are replaced", async () => {
  await ada.getByRole("button", { name: "Preview", exact: true }).click();
  await ada.getByText("Personal and secret values are replaced.").waitFor({ timeout: 90_000 });
  const preview = ada.frameLocator("iframe[title='The preview']");
  // As its Owner: a preview has accounts of its own.
  await preview.getByRole("button", { name: /: account$/ }).waitFor();
  await preview.getByRole("link", { name: "Books" }).first().click();
  await preview.getByText("Donor 1").waitFor();
  await preview.getByText("Emma").first().waitFor();
  expect(await preview.getByText("Zebulon").count()).toBe(0);
  await picture(ada, "studio-preview");
  expect((await asAda("GET", "/api/books")).body.items.map(({ donor }: { donor: string }) => donor)).toEqual(["Zebulon Quartermain", "Zebulon Quartermain"]);
  await ada.getByRole("button", { name: "End preview" }).click();
  await ada.getByRole("button", { name: "Start preview" }).waitFor();
  await ada.getByRole("button", { name: "Preview", exact: true }).click();
});

it("it is approved and goes live while somebody types in the product, and what they typed is still there", async () => {
  await saved(ada);
  desk = await signedInPage("bob@corp.example", own, "/");
  await desk.getByRole("link", { name: "New book" }).first().click();
  await desk.getByLabel(/^Title/).fill("Sanditon");
  await approvedAndLive("Leaflets aren't books");
  // Nothing is created by a dry run.
  const refused = await asAda("POST", "/api/books?dryRun=true", { title: "Leaflet", pages: 4, donor: null });
  expect([refused.status, JSON.stringify(refused.body).includes("TOO_SHORT")]).toEqual([422, true]);
  expect(await desk.getByLabel(/^Title/).inputValue()).toBe("Sanditon");
  await desk.getByLabel(/^Pages/).fill("5");
  await desk.getByRole("button", { name: "Create book", exact: true }).click();
  await desk
    .getByText(/TOO_SHORT|Long enough|pages > 5/)
    .first()
    .waitFor();
  await desk.getByLabel(/^Pages/).fill("120");
  await desk.getByRole("button", { name: "Create book", exact: true }).click();
  await desk.getByRole("heading", { name: "Sanditon" }).waitFor();
});

it("a former version is restored into the editor as a draft, with what it would lose", async () => {
  await ada.getByRole("button", { name: "Versions", exact: true }).click();
  await room(ada).getByRole("listitem", { name: "Version 1" }).getByRole("button", { name: "Restore as draft" }).click();
  await ada.getByText("Not saved; kept as a draft").waitFor();
  await ada.getByRole("tab", { name: /Impact/ }).click();
  await findings(ada)
    .getByText(/Book.* gone/)
    .first()
    .waitFor();
  expect(readFileSync(file, "utf8")).toContain("Long enough");
  await ada.getByRole("button", { name: "Save", exact: true }).click();
  await draft(ada).getByText("0 of 1 approval").waitFor();
  expect([/### Book/.test(readFileSync(file, "utf8")), await isLive('"donor":')]).toEqual([false, true]);
});
