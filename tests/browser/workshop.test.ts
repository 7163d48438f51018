/** Every kind of screen and list tool that the Equipment Desk doesn't have, in a real browser with a running product. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Ask, clientOf, morningOf } from "../api-client.ts";
import { runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, signIn } from "./open-browser.ts";
import { workshop } from "./workshop-text.ts";

const folder = temporaryFolder();
const pageErrors: string[] = [];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const isLong = process.env["NONET_LONG"] !== undefined;
let product: Running;
let browser: Browser;
let planner: Ask;
let page: Page;
let today: string;
const long = "Überholung".repeat(12);

const day = (days: number): string => new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  writeFileSync(join(folder.path, "workshop.md"), workshop);
  product = await runProduct([join(folder.path, "workshop.md"), "--rehearse", ...(await dataOptions(join(folder.path, "data")))]);
  browser = await openBrowser();
  planner = await clientOf(product.address, "planner@example.test");
  today = await morningOf(product.address);
  const machines = (await planner("GET", "/api/machines?sort=name")).body.items as { id: string }[];
  for (const [i, title] of ["Turn the shaft", "أصلح المضخة", long, "Sharpen", "Paint", "Weld"].entries()) {
    const job = await planner("POST", "/api/jobs", {
      title,
      machine: machines[i % 2]!.id,
      start: day(i * 2 - 3),
      end: day(i * 2 + 1),
      hours: String(i * 10),
      kind: i === 0 ? "other" : "repair",
      reason: "Because it squeaks",
    });
    expect(job.status).toBe(201);
    await planner("POST", "/api/notes", { job: job.body.id, words: `light ${i}`, weight: 1 });
    await planner("POST", "/api/notes", { job: job.body.id, words: `heavy ${i}`, weight: 2 });
  }
  page = (await signIn(browser, product.address, "planner@example.test", pageErrors)).page;
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

const go = (path: string): Promise<unknown> => page.goto(product.address + path);

/** Serious accessibility violations that axe finds. */
async function violations(of: Page): Promise<string[]> {
  await of.evaluate(axe);
  const found = await of.evaluate(async () => (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string }[] }> } }).axe.run());
  return found.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => v.id);
}

describe("screens", () => {
  it("groups screens in the menu", async () => {
    await go("/");
    const keeping = page.getByRole("navigation").getByRole("group", { name: "Keeping" });
    await keeping.getByRole("link", { name: "Places" }).waitFor();
    expect(await keeping.getByRole("link").allInnerTexts()).toEqual(["Places", "Machines", "Hours", "House rules"]);
  });

  it("shows a timeline with a row per machine, and bars that open their record", async () => {
    await go("/plan");
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Lathe" }) });
    await row.getByRole("link", { name: "J-001" }).waitFor();
    expect(await row.getByRole("link").allInnerTexts()).toEqual(["J-001", "J-003", "J-005"]);
    await row.getByRole("link", { name: "J-003" }).click();
    await page.waitForURL("**/jobs/J-003");
  });

  it("shows a tree of records that can be navigated by keyboard", async () => {
    await go("/places");
    const house = page.getByRole("treeitem", { name: "House" });
    await house.focus();
    expect(await page.getByRole("treeitem", { name: "Corner" }).getAttribute("aria-level")).toBe("3");
    await page.keyboard.press("ArrowLeft");
    expect(await page.getByRole("treeitem", { name: "Hall" }).count()).toBe(0);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Hall" }).waitFor();
  });

  it("shows a record's title, tabs, filtered related lists and conditional fields", async () => {
    await go("/jobs/J-001");
    await page.getByRole("heading", { level: 1, name: "J-001: Turn the shaft on Lathe" }).waitFor();
    const notes = page.getByRole("region", { name: "Notes that count" }).first();
    await notes.getByText("heavy 0").waitFor();
    expect(await notes.getByText("light 0").count()).toBe(0);
    await page.getByRole("tab", { name: "Costs" }).click();
    await page.getByText("Because it squeaks").waitFor();
    await go("/jobs/J-002");
    await page.getByRole("tab", { name: "Costs" }).click();
    await page.getByRole("region", { name: "Fields" }).getByText("Cost").waitFor();
    expect(await page.getByText("Because it squeaks").count()).toBe(0);
  });

  it("prefills a form, shows a field only while its condition holds, and doesn't send hidden fields", async () => {
    await go("/jobs/new");
    await page.getByLabel(/^Title/).waitFor();
    expect(await page.getByLabel(/^Title/).inputValue()).toBe("Job for Planner");
    expect(await page.getByLabel(/^Reason/).count()).toBe(0);
    await page.getByLabel(/^Kind/).click();
    await page.getByRole("option", { name: "other" }).click();
    await page.getByLabel(/^Reason/).fill("hidden later");
    await page.getByLabel(/^Kind/).click();
    await page.getByRole("option", { name: "build" }).click();
    await page.getByLabel(/^Reason/).waitFor({ state: "detached" });
    await page.getByLabel(/^Machine/).click();
    await page.getByRole("option", { name: "Saw" }).click();
    await page.getByLabel(/^End/).fill(day(3));
    await page.getByRole("button", { name: "Create job" }).click();
    await page.waitForURL("**/jobs");
    const made = (await planner("GET", "/api/jobs?kind=build")).body.items[0];
    expect([made.title, made.reason]).toEqual(["Job for Planner", null]);
  });

  it("runs an action from a form screen, on the record that the person chooses", async () => {
    await go("/finish");
    await page.getByLabel(/^Job/).click();
    await page.getByRole("option", { name: "J-006" }).click();
    await page.getByLabel(/^Hours/).fill("7");
    await page.getByRole("button", { name: "Finish" }).click();
    await page.waitForURL("**/jobs/J-006");
    expect((await planner("GET", "/api/jobs/J-006")).body).toMatchObject({ state: "done", hours: "7" });
  });

  it("shows a page's text and a dashboard's charts and text", async () => {
    await go("/rules");
    await page.getByRole("list").getByText("Gloves on").waitFor();
    expect(await page.locator("strong", { hasText: "safely" }).count()).toBe(1);
    await go("/");
    for (const chart of ["By machine", "By month", "Course"]) await page.getByRole("region", { name: chart }).locator("svg").first().waitFor();
    await page.getByText("Switch the compressor off.").waitFor();
  });

  it("exports a report as CSV and as a spreadsheet", async () => {
    const csv = await planner("GET", "/api/screens/Hours/export?format=csv");
    expect(csv.body).toContain("Machine,Month of start,Count,Sum of hours");
    expect(csv.body).toMatch(/Lathe,\d{4}-\d\d,3,/);
    expect((await planner("GET", "/api/screens/Hours/export?format=xlsx")).type).toContain("spreadsheet");
  });
});

describe("lists", () => {
  it("groups rows, pages through them, and shows an empty state", async () => {
    await go("/jobs");
    const table = page.getByRole("region", { name: "Jobs" });
    await table.getByText("J-001").waitFor();
    expect(await table.locator(".group-head").allInnerTexts()).toEqual([expect.stringContaining("Lathe"), expect.stringContaining("Saw")]);
    await page.getByText("1–5 of 7").waitFor();
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByText("6–7 of 7").waitFor();
    await go("/machines?search=Nowhere");
    await page.getByText("No results").waitFor();
  });

  it("shows for each record why an action failed", async () => {
    await go("/jobs?sort=-number");
    await page.getByRole("checkbox", { name: "Select J-006" }).check();
    await page.getByRole("checkbox", { name: "Select J-005" }).check();
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Finish" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "1 failed" });
    await alert.waitFor();
    expect(await alert.innerText()).toContain("J-006");
    expect((await planner("GET", "/api/jobs/J-005")).body.state).toBe("done");
  });

  it("saves a choice of columns as a view", async () => {
    await go("/jobs");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Cost" }).check();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByLabel("Save this view as").fill("With cost");
    await page.keyboard.press("Enter");
    await go("/jobs");
    await page.getByRole("region", { name: "Jobs" }).getByText("J-001").waitFor();
    expect(await page.getByRole("region", { name: "Jobs" }).getByText("Cost").count()).toBe(0);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("button", { name: "With cost", exact: true }).click();
    await page.getByRole("region", { name: "Jobs" }).getByText("Cost").first().waitFor();
  });

  it("shows an import's errors by row before anything is saved, then imports", async () => {
    await go("/jobs");
    await page.getByRole("button", { name: "Import" }).click();
    const send = (name: string, text: string) => page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
    await send("bad.csv", "title,machine,start,end\nOne,Lathe,2026-12-01,2026-12-02\nTwo,Nowhere,2026-12-01,2026-12-02\nThree,Saw,2026-12-05,2026-12-02\n");
    const problems = page.getByRole("table", { name: "Errors by row" });
    await problems.waitFor();
    expect((await problems.getByRole("row").allInnerTexts()).slice(1).map((t) => t.split("\t").slice(0, 2))).toEqual([
      ["3", "machine"],
      ["4", "end"],
    ]);
    await send("good.csv", "title,machine,start,end\nImported one,Lathe,2026-12-01,2026-12-02\n");
    await page.getByText("1 would be created").waitFor();
    expect((await planner("GET", "/api/jobs?search=Imported")).body.items).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
    await page.getByText("1 created.").waitFor();
    expect((await planner("GET", "/api/jobs?search=Imported")).body.items.length).toBe(1);
  });
});

describe("several people", () => {
  it("shows both values if two people changed the same field, and loses neither change", async () => {
    const other = (await signIn(browser, product.address, "planner@example.test", pageErrors)).page;
    for (const one of [page, other]) {
      await one.goto(`${product.address}/jobs/J-004`);
      await one.getByRole("button", { name: "Edit" }).click();
    }
    await other.getByLabel(/^Title/).fill("Theirs");
    await other.getByLabel(/^Hours/).fill("33");
    await other.getByRole("button", { name: "Save" }).click();
    await other.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByLabel(/^Title/).fill("Mine");
    await page.getByRole("button", { name: "Save" }).click();
    const both = page.getByRole("table", { name: "Both changes" });
    await both.waitFor();
    expect(await both.getByRole("radio").count()).toBe(2);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect((await planner("GET", "/api/jobs/J-004")).body).toMatchObject({ title: "Mine", hours: "33" });
    await other.context().close();
  });

  it("hides hours, import, the planner's screens and the history from a helper", async () => {
    const helper = (await signIn(browser, product.address, "helper@example.test", pageErrors)).page;
    await helper.goto(`${product.address}/jobs`);
    await helper.getByRole("columnheader", { name: "Title" }).waitFor();
    expect(await helper.getByRole("columnheader", { name: "Hours" }).count()).toBe(0);
    expect(await helper.getByRole("button", { name: "Import" }).count()).toBe(0);
    expect(await helper.getByRole("link", { name: "New job" }).count()).toBe(0);
    await helper.goto(`${product.address}/jobs/J-001`);
    await helper.getByRole("tab").first().waitFor();
    expect(await helper.getByRole("tab", { name: "History" }).count()).toBe(0);
    await helper.context().close();
  });
});

describe("window sizes", () => {
  /** Each page is measured at each width, and checked by axe at one of them: with NONET_LONG at each. */
  it.each([...[1360, 900, 390].entries()])("%i: fits %i px without horizontal scrolling or accessibility violations", async (turn, width) => {
    await page.setViewportSize({ width, height: 844 });
    for (const [i, path] of ["/", "/jobs", "/jobs/J-003", "/jobs/new", "/plan", "/places", "/report", "/rules"].entries()) {
      await go(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      // The stream of changes stays open, so the network is never idle: what is loading shows it.
      await expect.poll(() => page.locator("[aria-busy='true'], .mantine-Loader-root, .mantine-Skeleton-root").count(), { timeout: 60_000 }).toBe(0);
      expect(`${path} ${await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)}`).toBe(`${path} 0`);
      if (isLong || i % 3 === turn) expect(`${path} ${(await violations(page)).join()}`).toBe(`${path} `);
    }
    await go("/jobs");
    const table = page.getByRole("region", { name: "Jobs" });
    await table.getByText("J-003").waitFor();
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1360, height: 900 });
  });

  it("has thrown no error in any page", () => {
    expect(pageErrors).toEqual([]);
  });
});
