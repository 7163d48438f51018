/** A public list is whole before the front end's scripts run; they start with the first sign of the visitor, whose work goes on in it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runProduct, type Running, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, picture } from "./open-browser.ts";

const specification = `# Specification: Town Walks

## 1. What the product does and for whom

The town shows its walks to everybody.

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Walks | list of Walk | anyone |
| /walks/:id | Walk | Walk | anyone |
| /suggest | Suggest a walk | form for Walk | anyone |

### Walks

Put on good shoes for **every** walk.

- Columns: title, length, kind
- Sort: title
- Filters: kind
- Search: title

## 3. Entities and their fields

### Walk

- title: text, required
- length: number
- kind: choice of hill, river

## 6. Roles and permissions

| | anyone |
|---|---|
| Walk | create, read |
`;

const walks = ["Along the <b>river</b>", "Bridges", "Castle hill", "Dunes", "Elm wood", "Ferry and back", "Gardens", "مسار القلعة"];
const folder = temporaryFolder();
const pageErrors: string[] = [];
let product: Running;
let browser: Browser;

beforeAll(async () => {
  const document = join(folder.path, "walks.md");
  writeFileSync(document, specification);
  [product, browser] = await Promise.all([runProduct([document, ...(await dataOptions(join(folder.path, "data")))]), openBrowser()]);
  for (const [i, title] of walks.entries()) {
    const body = JSON.stringify({ title, length: `${i + 1}.5`, kind: i < 2 ? "river" : "hill" });
    const made = await fetch(`${product.address}/api/walks`, { method: "POST", headers: { "content-type": "application/json", origin: product.address }, body });
    expect(made.status, await made.text()).toBe(201);
  }
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The paths of requests for data, and of the front end's modules that have run. */
  readonly asked: string[];
}

async function open(path = "/", javaScriptEnabled = true): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, locale: "en-GB", reducedMotion: "reduce", javaScriptEnabled });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("pageerror", (error) => pageErrors.push(String(error)));
  page.on("request", (request) => void (request.resourceType() === "fetch" && asked.push(new URL(request.url()).pathname)));
  await page.goto(product.address + path);
  return { page, context, asked };
}

const painted = (page: Page) => page.locator("#first-paint");
const drawn = async (page: Page): Promise<void> => painted(page).waitFor({ state: "detached" });

it("everything is there before a script has run, and its links are followed", async () => {
  const { page, context } = await open("/", false);
  expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual(walks);
  expect(await page.getByRole("link", { name: "Bridges" }).innerText()).toMatch(/Bridges\s+Length\s+2.5\s+Kind\s+river/);
  expect(await page.getByText("Put on good shoes for every walk.").count()).toBe(1);
  await picture(page, "visitor-painted");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL("**/sign-in");
  await context.close();
});

it("nothing is wider than the page, as painted and as drawn, on a desktop and a phone", async () => {
  for (const javaScript of [false, true])
    for (const width of [375, 820, 1000, 1160, 1400]) {
      const { page, context } = await open("/", javaScript);
      await page.setViewportSize({ width, height: 800 });
      if (javaScript) {
        await page.keyboard.press("Shift");
        await drawn(page);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${width} px`).toBe(0);
      await context.close();
    }
});

it("the scripts wait for the visitor, and then draw the same", async () => {
  const { page, context, asked } = await open();
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  expect(await page.locator("#root > *").count()).toBe(0);
  const where = (): Promise<(number | undefined)[]> => Promise.all(["Along the", "Gardens"].map(async (name) => (await page.getByRole("link", { name }).boundingBox())?.y));
  const before = await where();
  await page.keyboard.press("Shift");
  await drawn(page);
  expect(asked).toContain("/api/walks");
  expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual(walks);
  for (const [i, y] of (await where()).entries()) expect(Math.abs(y! - before[i]!), `card ${i}`).toBeLessThan(4);
  await context.close();
});

it("a filter that is pressed before the front end is there opens when it is", async () => {
  const { page, context } = await open();
  await painted(page).getByRole("button", { name: "Filter by Kind" }).click();
  await drawn(page);
  await page
    .getByRole("checkbox", { name: "river" })
    .or(page.getByRole("option", { name: "river" }))
    .or(page.getByLabel("river"))
    .first()
    .waitFor();
  await context.close();
});

it("the button of a public list has the name of its form, and leads there", async () => {
  const { page, context } = await open();
  await painted(page).getByRole("button", { name: "Suggest a walk" }).click();
  await page.waitForURL("**/suggest");
  await page.goBack();
  await page.getByRole("main").getByRole("button", { name: "Suggest a walk" }).waitFor();
  await context.close();
});

it("what is typed into the search meanwhile is searched for", async () => {
  const { page, context } = await open();
  await painted(page).getByRole("searchbox", { name: "Search walks" }).focus();
  await page.keyboard.type("cast");
  await drawn(page);
  await page.getByRole("link", { name: "Castle hill" }).waitFor();
  await page.getByRole("link", { name: "Bridges" }).waitFor({ state: "detached" });
  const search = page.getByRole("searchbox", { name: "Search walks" });
  expect(await search.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await search.inputValue()).toMatch(/^cast/);
  await context.close();
});

it("Enter in the search works without scripts: only what is asked for is shown", async () => {
  const { page, context } = await open("/?search=castle");
  expect(await painted(page).getByRole("listitem").count()).toBe(0);
  await drawn(page);
  await page.getByRole("link", { name: "Castle hill" }).waitFor();
  expect(await page.getByRole("listitem").count()).toBe(1);
  await context.close();
});

it("the scheme is switched by the button that was pressed", async () => {
  const { page, context } = await open();
  await painted(page).getByRole("button", { name: "Switch to dark mode" }).click();
  await drawn(page);
  await page.getByRole("button", { name: "Switch to light mode" }).waitFor();
  expect(pageErrors).toEqual([]);
  await context.close();
});

it("an address that visitors have no page for says so above the sign-in", async () => {
  const { page, context } = await open("/no-such-walk");
  await page.getByText("This page doesn't exist, or it needs a sign-in.").waitFor();
  await page.goto(`${product.address}/sign-in`);
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(await page.getByText("This page doesn't exist").count()).toBe(0);
  await context.close();
});
