/** Exports in a real browser: a download, or an error message. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf } from "../api-client.ts";
import { nonet, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, signIn } from "./open-browser.ts";

const text = `# Specification: Wishes

## 1. What the product does and for whom

- **Name**: Wishes
- **Time zone**: UTC
- **Sign-in**: email and password; by invitation

For whom:

- **Member** — wishes

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /wishes | Wishes | list of Wish | Member |

### Wishes

- Columns: name
- Export: csv, xlsx

## 3. Entities and their fields

### Wish

- name: text, required

## 6. Roles and permissions

- **Member**

| Entity | Member |
|---|---|
| Wish | create, read |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| export rows | 1 | in one file |
`;

const folder = temporaryFolder();
const pageErrors: string[] = [];
let product: Running;
let browser: Browser;

beforeAll(async () => {
  await nonet(["--version"]);
  writeFileSync(join(folder.path, "wishes.md"), text);
  product = await runProduct([join(folder.path, "wishes.md"), "--rehearse", ...(await dataOptions(join(folder.path, "data")))]);
  browser = await openBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

const choose = async (page: Page, format: string): Promise<void> => {
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: format }).click();
};

test("an export is downloaded under the list's name; a refused one shows why", async () => {
  const member = await clientOf(product.address, "member@example.test");
  await member("POST", "/api/wishes", { name: "a chair" });
  const { page } = await signIn(browser, product.address, "member@example.test", pageErrors);
  await page.goto(`${product.address}/wishes`);
  const [saved] = await Promise.all([page.waitForEvent("download"), choose(page, "CSV")]);
  expect(saved.suggestedFilename()).toBe("wishes.csv");
  expect(readFileSync(await saved.path(), "utf8")).toContain("a chair");
  await member("POST", "/api/wishes", { name: "a desk" });
  let more = 0;
  page.on("download", () => void more++);
  await choose(page, "XLSX");
  await page.getByText("This list has 2 rows. An export can have at most 1.").waitFor();
  expect([more, pageErrors]).toEqual([0, []]);
}, 60_000);
