/** Explanations: the document's sentence with a link to its line, in a specification of two files. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf } from "../api-client.ts";
import { nonet, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, picture, signIn, visit } from "./open-browser.ts";

const first = `# Specification: Lending

## 1. What the product does and for whom

- **Name**: Lending
- **Sign-in**: email and password; anyone may register as Borrower

For whom:

- **Borrower** — borrows
- **Clerk** — lends

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /loans | Loans | list of Loan | everyone |
| /loans/:number | Loan | Loan | everyone |
| /desk | Desk | board of Loan by state | Clerk |

## 3. Entities and their fields

### Loan

- number: sequence \`L-{00}\`
- title: text, required, at most 20
- days: integer, required
- fee: money in EUR = \`days * rate\`
- cheaper: money in EUR = \`fee * (1 - discount)\`
- note: text
- Shown as: \`title\`

`;

const second = `# The second half

## 4. States and transitions

### Loan

- Starts as: asked
- Ends as: back

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| asked | Hand out | out | Clerk | \`days <= 30\` | |
| asked, out | Give up | back | Clerk | | |
| out | Return | back | | | |
| out | (after 2 days) | back | | | |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Not too long | Loan | \`days <= 90\` | TOO_LONG at days |
| Names are long | User | \`string length(name) > 1\` | warn SHORT_NAME at name |
| Kept dry | Loan, while back | \`fee < rate * 50\` | DAMP |

## 6. Roles and permissions

- **Borrower**
- **Clerk**

| | Borrower | Clerk |
|---|---|---|
| Loan | create, read | create, read, update, Return |
| Loan: note | read | read |

## 7. The calls it makes

none

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_LONG | 422 | A loan is for 90 days at most. |
| DAMP | 422 | It is damp still. |
| SHORT_NAME | 422 | {name} is a short name: will they find you? |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| rate | 1 EUR | a day's fee |
| discount | not shown | nobody has said |
`;

const lineIn = (text: string, start: string): number => text.split("\n").findIndex((l) => l.startsWith(start)) + 1;

const folder = temporaryFolder();
const pageErrors: string[] = [];
let product: Running;
let browser: Browser;

beforeAll(async () => {
  await nonet(["--version"]);
  const files = join(folder.path, "lending");
  mkdirSync(files);
  writeFileSync(join(files, "1-what.md"), first);
  writeFileSync(join(files, "2-how.md"), second);
  product = await runProduct([files, "--rehearse", ...(await dataOptions(join(folder.path, "data")))]);
  browser = await openBrowser();
  const borrower = await clientOf(product.address, "borrower@example.test");
  for (const days of [40, 60]) await borrower("POST", "/api/loans", { title: `for ${days} days`, days });
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

test("an unavailable action shows the sentence, and links to its line in its file when pressed", async () => {
  const { page } = await signIn(browser, product.address, "clerk@example.test", pageErrors);
  await page.goto(`${product.address}/loans/L-01`);
  await page.getByRole("button", { name: "Not possible now" }).click();
  const action = page.getByRole("menuitem", { name: "Hand out" });
  const line = lineIn(second, "| asked | Hand out");
  const sentence = 'When a Clerk runs "Hand out" on an asked Loan while days <= 30, it becomes out.';
  expect(await action.getAttribute("aria-description")).toBe(`Possible only when days is at most 30. ${sentence} (line ${line} of 2-how.md)`);
  await action.getByText("Possible only when days is at most 30.").waitFor();
  await action.focus();
  await page.keyboard.press("Enter");
  const alert = page.getByRole("alert").filter({ hasText: sentence });
  await picture(page, "why-not-now");
  await alert.getByRole("link", { name: `Hand out: line ${line} of 2-how.md` }).click();
  await page.waitForURL(`**/document#F1L${line}`);
  await page.locator(`#F1L${line}[data-target]`).getByText("Hand out").waitFor();
}, 120_000);

test("the board's menu folds it away, and shows it with a link to the line", async () => {
  const { page } = await signIn(browser, product.address, "clerk@example.test", pageErrors);
  await page.goto(`${product.address}/desk`);
  await page.getByRole("button", { name: "Move for 40 days to…" }).click();
  const fold = page.getByRole("menuitem", { name: "Not possible now" });
  await fold.waitFor();
  expect(await page.getByText("Possible only when days is at most 30.").count()).toBe(0);
  await fold.press("Enter");
  await page.getByRole("menuitem", { name: "Hand out" }).getByText("Possible only when days is at most 30.").waitFor();
  const line = lineIn(second, "| asked | Hand out");
  await picture(page, "why-on-the-board");
  await page.getByRole("menuitem", { name: "Hand out" }).focus();
  await page.keyboard.press("Enter");
  await page
    .getByRole("alert")
    .getByRole("link", { name: `Hand out: line ${line} of 2-how.md` })
    .click();
  await page.waitForURL(`**/document#F1L${line}`);
}, 120_000);

test("an invalid field and a violated rule show their sentences in the form", async () => {
  const { page } = await signIn(browser, product.address, "clerk@example.test", pageErrors);
  await page.goto(`${product.address}/loans`);
  await page
    .getByRole("link", { name: /^New/ })
    .or(page.getByRole("button", { name: /^New/ }))
    .first()
    .click();
  const form = page.getByRole("dialog").or(page.getByRole("main")).last();
  await form.getByRole("button", { name: /Create|Save/ }).click();
  await form.getByRole("button", { name: "Why?" }).first().click();
  await form.getByText('The field "title" of a Loan is a text, required and at most 20 characters.').waitFor();
  await form.getByLabel(/^Title/).fill("Saw");
  await form.getByLabel(/^Days/).fill("91");
  await form.getByRole("button", { name: "Why?", expanded: false }).first().click();
  await form.getByText('For a Loan, days <= 90 must hold; otherwise the change is refused with TOO_LONG (at the field "days").').waitFor();
  expect(await form.getByRole("link", { name: `Not too long: line ${lineIn(second, "| Not too long")} of 2-how.md` }).getAttribute("href")).toBe(
    `/document#F1L${lineIn(second, "| Not too long")}`,
  );
}, 120_000);

test("a computed value shows its formula, and a value that is not shown shows what it needs", async () => {
  const { page } = await signIn(browser, product.address, "clerk@example.test", pageErrors);
  await page.goto(`${product.address}/loans/L-01`);
  await page.getByText("Fee", { exact: true }).hover();
  await page.getByRole("tooltip").getByText('The field "fee" of a Loan is an amount of money in EUR, computed as days * rate.').waitFor();
  const link = page.getByRole("link", { name: `not shown: line ${lineIn(second, "| discount")} of 2-how.md` });
  await link.hover();
  await page.getByRole("tooltip").getByText("Discount is not shown (nobody has said).").waitFor();
  expect(await link.getAttribute("href")).toBe(`/document#F1L${lineIn(second, "| discount")}`);
}, 120_000);

test("a blocked transition shows the rule that blocks it", async () => {
  const clerk = await clientOf(product.address, "clerk@example.test");
  const owner = product.address;
  const [one] = (await clerk("GET", "/api/loans?number=L-01")).body.items;
  await clerk("PATCH", `/api/loans/${one.id}`, { days: 30 }, { "if-match": "*" });
  await clerk("POST", `/api/loans/${one.id}/hand-out`, {}, { "if-match": "*" });
  await clerk("PATCH", `/api/loans/${one.id}`, { days: 60 }, { "if-match": "*" });
  await fetch(`${owner}/rehearsal/clock`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ forward: "P3D" }) });
  const { page } = await signIn(browser, product.address, "clerk@example.test", pageErrors);
  await page.goto(`${product.address}/loans/L-01`);
  const blocked = page.getByRole("alert").filter({ hasText: "Blocked transitions" });
  await blocked.getByRole("button", { name: "Why?" }).first().click();
  await blocked.getByText("For a Loan that is back, fee < rate * 50 must hold; otherwise the change is refused with DAMP.").waitFor();
  expect(pageErrors).toEqual([]);
}, 120_000);

test("a reader who isn't signed in requests no sentences and gets none", async () => {
  const { page } = await visit(browser, product.address);
  const requests: string[] = [];
  page.on("request", (r) => requests.push(r.url()));
  await page.goto(`${product.address}/loans`);
  await page
    .getByRole("button", { name: /Sign in/ })
    .first()
    .waitFor();
  expect(requests.filter((u) => u.includes("sentences"))).toEqual([]);
  expect((await fetch(`${product.address}/api/sentences`)).status).toBe(401);
}, 120_000);

test("a person who registers confirms a warning and continues", async () => {
  const { page } = await visit(browser, product.address, pageErrors);
  await page.getByRole("button", { name: "Register as Borrower" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Q");
  await page.getByLabel("Email", { exact: true }).fill("q@example.test");
  await page.getByLabel("Password", { exact: true }).fill("a long password");
  await page.getByRole("button", { name: "Register", exact: true }).click();
  const warned = page.getByRole("alert").filter({ hasText: "Q is a short name: will they find you?" });
  await warned.waitFor();
  await picture(page, "register-warned");
  await warned.getByRole("button", { name: "Continue anyway" }).click();
  await page.getByRole("button", { name: /: account$/ }).waitFor();
  expect(pageErrors).toEqual([]);
}, 120_000);
