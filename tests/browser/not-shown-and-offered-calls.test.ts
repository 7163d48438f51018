/** Values that are not shown, the document page with open items and diagnostics, and the form of an offered call. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clientOf } from "../api-client.ts";
import { runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, picture, signIn } from "./open-browser.ts";

const text = `# Specification: Bakery

## 1. What the product does and for whom

Bakery takes orders for bread.

- **Name**: Bakery
- **Currency**: CHF
- **Sign-in**: email and password; by invitation

For whom:

- **Baker** — bakes

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Orders | list of Order | Baker |
| /orders/:number | Order | Order | Baker |
| /baskets | Take a basket | form for Basket | Baker |

### Orders

- Columns: number, guest, loaves, price

## 3. Entities and their fields

### Order

- number: sequence \`B-{000}\`
- guest: text, required
- loaves: integer, required, at least 1
- price: money = \`loaves * price of a loaf\`

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

- **Baker**

| | Baker |
|---|---|
| Order | all |

## 7. The calls it makes

### Basket

- Offers: POST /v1/baskets
- For: Baker
- Takes:
  - guest: text, required
  - lines: list
    - loaves: integer, required
- Does: for each l in asked.lines: create Order with guest = \`asked.guest\`, loaves = \`l.loaves\`
- Answers: 201 \`{ takenFor: asked.guest, orders: count(asked.lines) }\`

## 8. The error catalogue

none

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| price of a loaf | not shown | in francs |
`;

const folder = temporaryFolder();
const pageErrors: string[] = [];
const file = join(folder.path, "bakery.md");
let product: Running;
let browser: Browser;

beforeAll(async () => {
  writeFileSync(file, text);
  [product, browser] = await Promise.all([runProduct([file, "--rehearse", ...(await dataOptions(join(folder.path, "data")))]), openBrowser()]);
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

it("the form of an offered call accepts nested values, and shows the response", async () => {
  const { page, context } = await signIn(browser, product.address, "baker@example.test", pageErrors);
  await page.getByText("No orders yet").waitFor();
  await picture(page, "empty-list");
  await page.goto(`${product.address}/baskets`);
  await page.getByLabel(/^Guest/).fill("Ada");
  const add = page.getByRole("button", { name: "Add to lines" });
  await add.click();
  await add.click();
  await page
    .getByRole("group", { name: "Lines 1", exact: true })
    .getByLabel(/^Loaves/)
    .fill("3");
  await page.getByRole("button", { name: "Take a basket" }).click();
  await page.getByRole("group", { name: "Lines 2", exact: true }).locator("[aria-invalid=true]").waitFor();
  await page
    .getByRole("group", { name: "Lines 2", exact: true })
    .getByLabel(/^Loaves/)
    .fill("2");
  await page.getByRole("button", { name: "Take a basket" }).click();
  const answer = page.getByRole("status").filter({ hasText: "Basket: done" });
  await answer.waitFor();
  await picture(page, "call-form");
  expect((await answer.locator("dt").allInnerTexts()).toSorted()).toEqual(["Orders", "Taken for"]);
  expect((await answer.locator("dd").allInnerTexts()).toSorted()).toEqual(["2", "Ada"]);
  const baker = await clientOf(product.address, "baker@example.test");
  expect((await baker("GET", "/api/orders?sort=number")).body.items.map((o: { loaves: number }) => o.loaves)).toEqual([3, 2]);
  await context.close();
});

it('a value that depends on an open constant is "not shown", in the list and on its page', async () => {
  const { page, context } = await signIn(browser, product.address, "baker@example.test", pageErrors);
  const row = page.getByRole("row", { name: /B-001/ });
  await row.getByTitle("This needs price of a loaf.").getByText("not shown", { exact: true }).waitFor();
  await row.getByRole("link", { name: "B-001" }).click();
  await page.getByRole("region", { name: "Fields" }).getByText("not shown", { exact: true }).waitFor();
  await picture(page, "not-shown");
  await context.close();
});

it("the document page shows open items, what they affect, and diagnostics at their lines", async () => {
  const { page, context } = await signIn(browser, product.address, "owner@example.test", pageErrors);
  await page.goto(`${product.address}/document`);
  const points = page.getByRole("region", { name: "The nine points" });
  await points.getByText("9. Business constants and limits").waitFor();
  await page.getByRole("tab", { name: "Open (1)" }).click();
  await page.getByRole("heading", { name: /^price of a loaf is not shown/ }).waitFor();
  await page.getByRole("tabpanel").getByText(/price/i).nth(1).waitFor();
  await picture(page, "document-open");
  writeFileSync(file, text.replace("loaves: integer, required, at least 1", "loaves: intteger, required"));
  const banner = page.getByRole("alert").filter({ hasText: "the last good version keeps running" });
  await banner.waitFor();
  const line = text.split("\n").findIndex((l) => l.startsWith("- loaves: integer")) + 1;
  await banner
    .getByRole("link", { name: new RegExp(`line ${line} `) })
    .first()
    .click();
  const at = page.locator(`#L${line}`);
  await at.and(page.locator("[data-target]")).waitFor();
  await page
    .locator(`#L${line} + *`)
    .getByText(/intteger/)
    .waitFor();
  await picture(page, "document-error");
  await page.goto(`${product.address}/`);
  const baker = await clientOf(product.address, "baker@example.test");
  expect((await baker("GET", "/api/orders")).body.items).toHaveLength(2);
  await context.close();
});

it("no page has thrown an error", () => expect(pageErrors).toEqual([]));
