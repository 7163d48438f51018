/** The studio: a document edited next to its product, with a mistake, its fix, and what a rule does to stored records. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client, clientOf } from "../api-client.ts";
import { root, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, picture, signIn } from "./open-browser.ts";

const folder = temporaryFolder();
const file = join(folder.path, "spec", "undetermined.md");
let product: Running;
let browser: Browser;
let page: Page;
let owner: string;
const pageErrors: string[] = [];

beforeAll(async () => {
  mkdirSync(join(folder.path, "spec"));
  copyFileSync(join(root, "examples/undetermined/undetermined.md"), file);
  product = await runProduct([file, "--rehearse", ...(await dataOptions(join(folder.path, "data")))]);
  browser = await openBrowser();
  owner = (await (await fetch(`${product.address}/rehearsal/people`)).json())[0].email;
  ({ page } = await signIn(browser, product.address, owner, pageErrors));
});

afterAll(async () => {
  expect(pageErrors).toEqual([]);
  await browser?.close();
  expect(await product?.stop()).toBe(0);
  folder.remove();
});

const findings = () => page.getByRole("tabpanel");
const save = async (): Promise<void> => {
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
};

/** Puts the cursor at the end of the line that the outline's entry names. */
async function lineEnd(entry: string | RegExp): Promise<void> {
  await page.getByRole("navigation", { name: "Outline" }).getByRole("button", { name: entry }).first().click();
  await page.keyboard.press("End");
}

describe("the studio", () => {
  it("opens from the product, with the document beside the product and what is open", async () => {
    await page.getByRole("link", { name: "Studio" }).click();
    await page.getByLabel("Specification").waitFor();
    await page.getByRole("tab", { name: "Open points (9)" }).click();
    await findings().getByText("is not shown").first().waitFor();
    await page.frameLocator("iframe.product").getByRole("heading", { name: /^9\. / }).waitFor();
  });

  it("marks a mistake with its fix, and the fix corrects it", async () => {
    await page.getByRole("tab", { name: /Problems/ }).click();
    await lineEnd(/^3\. /);
    // Replaces the point's `not shown.` two lines below.
    for (const key of ["ArrowDown", "ArrowDown", "Home", "Shift+End"]) await page.keyboard.press(key);
    await page.keyboard.insertText("### Book\n\n- title: text, requird\n- pages: integer\n");
    await findings().getByText(`"requird" isn't a field attribute.`).waitFor();
    await findings().getByRole("button", { name: "Write required" }).click();
    await findings().getByText("No problems.").waitFor();
    await page.getByRole("tab", { name: "Open points (8)" }).waitFor();
  });

  it("continues bullets and tables at Enter, which accepts only what is asked for or begun", async () => {
    await lineEnd("pages");
    await page.keyboard.type("\nsold: integer\nblurb: text, requ");
    await page.getByRole("option", { name: "required", exact: true }).waitFor();
    // The list takes keys from a moment after it opened.
    await page.waitForTimeout(300);
    await page.keyboard.press("Tab");
    await page.keyboard.type("\n\n");
    await lineEnd(/^5\. /);
    for (const key of ["ArrowDown", "ArrowDown", "Home", "Shift+End"]) await page.keyboard.press(key);
    await page.keyboard.type("| Rule | Entity | Must hold | Otherwise |");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.type("\nSome pages | Book | `pages > 0` | TOO_SHORT |\n\n");
    const text = (await page.locator(".cm-line").allTextContents()).join("\n");
    expect(text).toContain("- pages: integer\n- sold: integer\n- blurb: text, required\n\n");
    expect(text).toContain("| Rule | Entity | Must hold | Otherwise |\n|---|---|---|---|\n| Some pages | Book | `pages > 0` | TOO_SHORT |\n\n");
    // How much one undo takes back depends on how fast the keys came, so it is pressed until nothing follows the last field.
    const linesAfterPages = async () => (await page.locator(".cm-line").allTextContents()).join("\n").split("- pages: integer\n")[1];
    for (let i = 0; i < 60 && !(await linesAfterPages())?.startsWith("\n"); i++) await page.keyboard.press("Control+z");
    expect(await linesAfterPages()).toMatch(/^\n/);
    await findings().getByText("No problems.").waitFor();
  });

  it("offers what fits the whole line when more was typed while an answer was on its way", async () => {
    const { page: other } = await signIn(browser, product.address, owner, pageErrors);
    await other.addInitScript(() => {
      const Original = globalThis.Worker;
      globalThis.Worker = class extends Original {
        override postMessage(message: unknown): void {
          setTimeout(() => super.postMessage(message), 300);
        }
      };
    });
    await other.goto(product.address);
    await other.getByRole("link", { name: "Studio" }).click();
    await other.getByRole("navigation", { name: "Outline" }).getByRole("button", { name: /^3\. / }).first().click();
    for (const key of ["ArrowDown", "ArrowDown", "Home", "Shift+End"]) await other.keyboard.press(key);
    await other.keyboard.insertText("### Book\n\n- title: ");
    await other.keyboard.type("text");
    // What is asked here has no offer: the word is written out.
    await other.waitForTimeout(20);
    await other.keyboard.type(", requ");
    await other.getByRole("option", { name: "required", exact: true }).waitFor({ timeout: 10_000 });
    await other.close({ runBeforeUnload: false });
  });

  it("is reached by keyboard: the outline is one stop, and Tab leaves the editor", async () => {
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
    await page.getByRole("button", { name: "Versions" }).focus();
    await page.keyboard.press("Tab");
    if ((await focused()) === "Save") await page.keyboard.press("Tab");
    await page.keyboard.press("Home");
    const first = await focused();
    await page.keyboard.press("End");
    expect(await focused()).not.toBe(first);
    await page.keyboard.press("Home");
    expect(await focused()).toBe(first);
    for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
    expect(await focused()).toBe("Specification");
    for (const key of ["Escape", "Tab"]) await page.keyboard.press(key);
    expect(await focused()).toMatch(/^Problems/);
    for (const key of ["Shift+Tab", "Shift+Tab"]) await page.keyboard.press(key);
    // The entry that was left.
    const here = await focused();
    expect([here === first, here === "Specification"]).toEqual([false, false]);
    await page.keyboard.press("ArrowUp");
    expect(await focused()).toBe(first);
  });

  it("renames a thing at all of its places by keyboard, and leaves the rest of the text", async () => {
    for (const [from, to] of [
      ["Book", "Volume"],
      ["Volume", "Opus"],
      ["Opus", "Book"],
    ] as const) {
      await lineEnd(from);
      await page.keyboard.press("F2");
      const name = page.getByLabel(/^New name of the/);
      await expect.poll(() => name.evaluate((field) => field.ownerDocument.activeElement === field)).toBe(true);
      await page.keyboard.insertText(to);
      await page.keyboard.press("Enter");
      await name.waitFor({ state: "detached" });
      const text = await page.locator(".cm-content").textContent();
      expect([text?.includes(`### ${to}`), text?.includes(`### ${from}`), text?.includes("- title: text, required")]).toEqual([true, false, true]);
      // No records are stored under a former name, so none is noted.
      expect(text).not.toContain("- Was:");
    }
  });

  it("saves the file, and the product beside it follows", async () => {
    await save();
    expect(readFileSync(file, "utf8")).toContain("- title: text, required\n");
    await page.frameLocator("iframe.product").getByRole("heading", { name: "Books" }).or(page.frameLocator("iframe.product").getByText("Books")).first().waitFor();
    const ask = await clientOf(product.address, owner);
    for (const title of ["Emma", "Persuasion"]) expect((await ask("POST", "/api/books", { title, pages: title.length })).status).toBe(201);
  });

  it("says, before it is saved, which records violate a new rule, and leads to them", async () => {
    await page.getByRole("tab", { name: /Impact/ }).click();
    await findings().getByText("The text is the version that runs.").waitFor();
    await lineEnd(/^5\. /);
    for (const key of ["ArrowDown", "ArrowDown", "Home", "Shift+End"]) await page.keyboard.press(key);
    await page.keyboard.insertText("| Rule | Entity | Must hold | Otherwise |\n|---|---|---|---|\n| Long enough | Book | `pages > 5` | TOO_SHORT |\n");
    await findings()
      .getByText(/1 of the Books violate the rule "Long enough"/)
      .waitFor();
    await findings()
      .getByText(/Evaluated at .* on \d+ records/)
      .waitFor();
    await picture(page, "studio-impact");
    await findings().getByRole("button", { name: "Emma" }).click();
    await page.frameLocator("iframe.product").getByRole("heading", { name: "Emma" }).waitFor();
    expect(readFileSync(file, "utf8")).not.toContain("Long enough");
  });

  it("keeps what isn't saved as a draft, which a reload of the page brings back", async () => {
    const ask = await clientOf(product.address, owner);
    await expect.poll(async () => (await ask("GET", "/api/-/studio")).body.draft?.files[0].text).toContain("Long enough");
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText("It isn't saved.").waitFor();
    await page.locator(".cm-content").getByText("Long enough").waitFor();
    await page.getByRole("button", { name: "Discard it" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await expect.poll(async () => (await ask("GET", "/api/-/studio")).body.draft).toBe(null);
    await page
      .frameLocator("iframe.product")
      .getByRole("button", { name: /: account$/ })
      .waitFor();
    await page
      .getByRole("button", { name: /^Open Books/ })
      .or(page.getByRole("navigation", { name: "Outline" }).getByRole("button", { name: "title" }))
      .first()
      .click();
    await page.getByRole("button", { name: "Open New book" }).click();
    await page.frameLocator("iframe.product").locator("[data-document-line]").last().waitFor();
  });

  it("a click on a part of the product goes to its line", async () => {
    await page.getByRole("button", { name: "Find line" }).click();
    await page.frameLocator("iframe.product").locator("[data-document-line]").last().click();
    await expect.poll(() => page.evaluate(() => document.querySelector(".cm-activeLine")?.textContent)).toContain("pages: integer");
  });

  it("merges what somebody else has written to the file meanwhile, and says where both changed the same line", async () => {
    await lineEnd("title");
    await page.keyboard.type("\nshelf: text");
    await page.keyboard.press("Escape");
    // Its own draft is nothing to tell the person who is writing it.
    const ask = await clientOf(product.address, owner);
    await expect.poll(async () => (await ask("GET", "/api/-/studio")).body.draft?.files[0].text).toContain("shelf: text");
    const before = readFileSync(file, "utf8");
    writeFileSync(file, before.replace("- pages: integer", "- pages: integer\n- printed: integer"));
    await page.getByRole("button", { name: "Merge them into my changes" }).click();
    await expect.poll(() => page.locator(".cm-content").textContent()).toContain("printed");
    expect(await page.getByText("This is a draft that was kept").count()).toBe(0);
    await save();
    expect(readFileSync(file, "utf8")).toContain("- title: text, required\n- shelf: text\n- pages: integer\n- printed: integer\n");
    await lineEnd("shelf");
    await page.keyboard.type(", unique");
    await page.keyboard.press("Escape");
    writeFileSync(file, readFileSync(file, "utf8").replace("- shelf: text", "- shelf: text, required"));
    await page.getByRole("button", { name: "Merge them into my changes" }).click();
    await page.getByText("The same lines of undetermined.md were changed here and on disk.").waitFor();
    await page.getByRole("button", { name: "Load them and give up my changes" }).click();
    await page.locator(".cm-content").getByText("- shelf: text, required").waitFor();
    writeFileSync(file, before);
    // With nothing unsaved, the text follows by itself.
    await expect.poll(() => page.locator(".cm-content").textContent()).not.toContain("shelf");
    await expect.poll(() => page.getByText("The files have changed on disk.").count()).toBe(0);
  });

  it("shows the product as the role that a line names", async () => {
    writeFileSync(file, readFileSync(file, "utf8").replace(/(## 6\. .*\n\n)not shown\./, "$1- **Clerk** — keeps the books\n\n| | Clerk |\n|---|---|\n| Book | all |\n"));
    await lineEnd("Clerk");
    await page.getByRole("button", { name: "See as Clerk" }).click();
    await page
      .frameLocator("iframe.product")
      .getByRole("button", { name: /^Clerk: account$/ })
      .or(page.frameLocator("iframe.product").locator('input[value*="Clerk"]'))
      .first()
      .waitFor();
    expect((await (await page.context().request.get(`${product.address}/api/me`)).json()).roles).toEqual(["Clerk"]);
  });

  it("keeps what somebody else has written to the file", async () => {
    const ask = await clientOf(product.address, owner);
    const { body } = await ask("GET", "/api/-/studio");
    const refused = await ask("POST", "/api/-/studio/save", { files: body.files, base: "another version" });
    expect(refused.status).toBe(412);
    expect((await ask("POST", "/api/-/studio/save", { files: [{ name: "../other.md", text: "" }], base: body.version })).status).toBe(400);
  });
});

describe("outside rehearsal", () => {
  it("only the Owner gets the document's files, saves them or has a change evaluated", async () => {
    const real = await runProduct([file, "--owner", "ada@example.test", ...(await dataOptions(join(folder.path, "real")))]);
    const ask = client(real.address);
    expect((await ask("GET", "/api/-/studio")).status).toBe(401);
    expect((await ask("POST", "/api/-/studio/save", { files: [], base: "" })).status).toBe(401);
    expect((await ask("POST", "/api/-/studio/impact", { files: [] })).status).toBe(401);
    expect(await real.stop()).toBe(0);
  });
});
