/** The calendar of the Equipment Desk: its views, moving a loan by mouse and keyboard, and a new loan from a click on a day. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Ask, clientOf, morningOf } from "../api-client.ts";
import { root, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, picture, signIn } from "./open-browser.ts";

const folder = temporaryFolder();
const pageErrors: string[] = [];
let product: Running;
let browser: Browser;
let clerk: Ask;
/** A Monday after today, so that the bars of a test stay in one week. */
let monday: string;
const loans: string[] = [];

const after = (days: number): string => new Date(Date.parse(`${monday}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  [product, browser] = await Promise.all([
    runProduct([join(root, "examples/equipment-desk"), "--rehearse", ...(await dataOptions(join(folder.path, "data"))), "--port", "0"]),
    openBrowser(),
  ]);
  const manager = await clientOf(product.address, "manager@example.test");
  clerk = await clientOf(product.address, "clerk@example.test");
  const today = new Date(`${await morningOf(product.address)}T12:00:00Z`);
  monday = new Date(today.getTime() + (8 - (today.getUTCDay() || 7)) * 86_400_000).toISOString().slice(0, 10);
  const categories = (await manager("GET", "/api/categories")).body.items as { id: string }[];
  const item = await manager("POST", "/api/items", { name: "Camera", category: categories[0]!.id, dailyFee: "12.50" });
  for (const [first, last] of [
    [0, 1],
    [4, 5],
  ] as const) {
    const loan = await clerk("POST", "/api/loans", { item: item.body.id, startDate: after(first), endDate: after(last) });
    expect(loan.status, JSON.stringify(loan.body)).toBe(201);
    loans.push(loan.body.number);
  }
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

const bar = (page: Page, number: string) => page.locator("a.fc-event", { hasText: number });
const dates = async (number: string) => {
  const { startDate, endDate } = (await clerk("GET", `/api/loans/${number}`)).body;
  return [startDate, endDate];
};
const openMonth = async (email: string): Promise<Page> => {
  const { page } = await signIn(browser, product.address, email, pageErrors);
  await page.goto(`${product.address}/calendar?day=${after(0)}`);
  await bar(page, loans[0]!).waitFor();
  return page;
};

async function drag(page: Page, number: string, to: string): Promise<void> {
  const from = (await bar(page, number).boundingBox())!;
  const day = (await page.locator(`td[data-date="${to}"]`).boundingBox())!;
  await page.mouse.move(from.x + 12, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 24, from.y + 14, { steps: 3 });
  await page.mouse.move(day.x + 20, day.y + day.height / 2, { steps: 6 });
  await page.mouse.up();
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run());
  return found.violations.map((violation) => `${violation.id}: ${violation.nodes[0]!.html}`);
}

it("a bar is moved to another day and back, with the length that it has", async () => {
  const page = await openMonth("clerk@example.test");
  expect(await bar(page, loans[0]!).innerText()).toBe(`Camera (IT-0001) · ${loans[0]}`);
  await drag(page, loans[0]!, after(1));
  await page.getByRole("alert").getByText("moved.").waitFor();
  expect(await dates(loans[0]!)).toEqual([after(1), after(2)]);
  await picture(page, "calendar-moved");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => dates(loans[0]!)).toEqual([after(0), after(1)]);
  await page.waitForTimeout(300);
  await bar(page, loans[0]!).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => dates(loans[0]!)).toEqual([after(1), after(2)]);
  await page.context().close();
});

it("a rule refuses a move: the bar goes back, and the reason is shown", async () => {
  const page = await openMonth("clerk@example.test");
  const before = await dates(loans[1]!);
  await drag(page, loans[1]!, after(2));
  await page.getByRole("alert").filter({ hasText: "can't be moved" }).waitFor();
  expect(await dates(loans[1]!)).toEqual(before);
  const [box, day] = [await bar(page, loans[1]!).boundingBox(), await page.locator(`td[data-date="${before[0]}"]`).boundingBox()];
  expect(Math.abs(box!.x - day!.x)).toBeLessThan(12);
  await page.context().close();
});

it("a click on a day opens the form with the day filled in", async () => {
  const page = await openMonth("clerk@example.test");
  await page.locator(`td[data-date="${after(6)}"]`).click({ position: { x: 30, y: 80 } });
  expect(await page.getByRole("dialog").getByLabel("Start date").inputValue()).toBe(after(6));
  await page.context().close();
});

it("the views have keys, stay in the address, and a telephone shows the agenda", async () => {
  const page = await openMonth("clerk@example.test");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("w");
  await page.locator(".fc-dayGridWeek-view").waitFor();
  expect(new URL(page.url()).searchParams.get("view")).toBe("week");
  await page.keyboard.press("t");
  await page.locator(".fc-day-today").first().waitFor();
  await page.goto(`${product.address}/calendar?day=${after(0)}`);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.locator(".fc-list").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violations(page)).toEqual([]);
  await picture(page, "calendar-telephone");
  await page.locator(".fc-list-event a").first().click();
  await page.getByRole("heading", { level: 1, name: /LN-/ }).waitFor();
  expect(pageErrors).toEqual([]);
  await page.context().close();
});
