/** A list's range filters in a real browser: the bounds are inclusive, and in the address. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf } from "../api-client.ts";
import { runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, signIn } from "./open-browser.ts";

const text = `# Specification: Wishes

## 1. What the product does and for whom

- **Name**: Wishes
- **Time zone**: Pacific/Auckland
- **Sign-in**: email and password; by invitation

For whom:

- **Member** — wishes

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /wishes | Wishes | list of Wish | Member |

### Wishes

- Columns: name, due, price, seen
- Filter: due, price, seen

## 3. Entities and their fields

### Wish

- name: text, required
- due: date
- price: money in EUR
- seen: date and time

## 6. Roles and permissions

- **Member**

| Entity | Member |
|---|---|
| Wish | create, read |
`;

const folder = temporaryFolder();
const pageErrors: string[] = [];
let product: Running;
let browser: Browser;

beforeAll(async () => {
  writeFileSync(join(folder.path, "wishes.md"), text);
  product = await runProduct([join(folder.path, "wishes.md"), "--rehearse", ...(await dataOptions(join(folder.path, "data")))]);
  browser = await openBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

test("dates, amounts, and dates with a time are filtered by inclusive bounds", async () => {
  const member = await clientOf(product.address, "member@example.test");
  // In Auckland, "a desk" is seen in the last minute of 31 March, "a lamp" in the first of 1 April.
  await member("POST", "/api/wishes", { name: "a chair", due: "2026-03-01", price: "5", seen: "2026-03-01T00:00:00Z" });
  await member("POST", "/api/wishes", { name: "a desk", due: "2026-03-31", price: "50", seen: "2026-03-31T10:59:00Z" });
  await member("POST", "/api/wishes", { name: "a lamp", due: "2026-04-01", price: "500", seen: "2026-03-31T11:00:00Z" });
  const { page } = await signIn(browser, product.address, "member@example.test", pageErrors);
  await page.goto(`${product.address}/wishes`);
  const rows = () => page.getByRole("row").filter({ hasText: /^a /m }).allInnerTexts();
  const names = async () => (await rows()).map((row) => /a (chair|desk|lamp)/.exec(row)![1]).sort();
  await expect.poll(names, { timeout: 60_000 }).toEqual(["chair", "desk", "lamp"]);
  await page.getByRole("button", { name: "Filter by Due" }).click();
  await page.getByLabel("Due from").fill("2026-03-02");
  await page.getByLabel("Due to").fill("2026-03-31");
  await expect.poll(names, { timeout: 60_000 }).toEqual(["desk"]);
  expect(page.url()).toContain("due.from=2026-03-02&due.to=2026-03-31");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("button", { name: "Filter by Price" }).click();
  await page.getByLabel("Price to").fill("50");
  await expect.poll(names, { timeout: 60_000 }).toEqual(["chair", "desk"]);
  await page.goto(`${product.address}/wishes?seen.from=2026-03-31&seen.to=2026-03-31`);
  await expect.poll(names, { timeout: 60_000 }).toEqual(["desk"]);
  expect(pageErrors).toEqual([]);
}, 60_000);
