/** Working with a list in a real browser, by keyboard where it matters: filters, groups with totals, views, pages, batches and the records behind a number. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clientOf } from "../api-client.ts";
import { runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { openBrowser, signIn } from "./open-browser.ts";

const text = `# Specification: Wishes

## 1. What the product does and for whom

- **Name**: Wishes
- **Time zone**: Pacific/Auckland
- **Sign-in**: email and password; by invitation

For whom:

- **Member** — wishes
- **Guest** — looks

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Home | dashboard | everyone |
| /wishes | Wishes | list of Wish | everyone |

### Home

- Number "Dear": \`count(Wish[price > 100])\`
- Chart "By kind": bars of \`count(Wish)\` by kind

### Wishes

- Columns: name, kind, by, due, price, state
- Search: name
- Filter: state, due
- Sort: name
- Page size: 4

## 3. Entities and their fields

### Wish

- name: text, required
- kind: one of (book, trip)
- by: User
- due: date
- price: money in EUR
- secret: text

## 4. States and transitions

### Wish

Initial: open

| Action | From | To | Who |
|---|---|---|---|
| Grant | open | granted | Member |
| Drop | granted | dropped | Member |

## 6. Roles and permissions

| | Member | Guest |
|---|---|---|
| Wish | all | read |
| Wish: secret | all | – |
`;

const folder = temporaryFolder();
const pageErrors: string[] = [];
let product: Running;
let browser: Browser;
let member: Awaited<ReturnType<typeof clientOf>>;
let page: Page;

beforeAll(async () => {
  writeFileSync(join(folder.path, "wishes.md"), text);
  product = await runProduct([join(folder.path, "wishes.md"), "--rehearse", "--data", join(folder.path, "data")]);
  browser = await openBrowser();
  member = await clientOf(product.address, "member@example.test");
  const me = (await member("GET", "/api/me")).body.id;
  for (const [i, name] of ["a chair", "b désk", "c lamp", "d lamp", "e sofa", "f tent"].entries())
    await member("POST", "/api/wishes", {
      name,
      kind: i < 4 ? "book" : "trip",
      price: String(50 * (i + 1)),
      secret: `s${i}`,
      ...(i === 0 ? { by: me } : { due: `2026-0${i}-15` }),
    });
  page = (await signIn(browser, product.address, "member@example.test", pageErrors)).page;
}, 240_000);

afterAll(async () => {
  expect(pageErrors).toEqual([]);
  await browser?.close();
  await product?.stop();
  folder.remove();
});

/** The page loads again, on a machine that may be busy. */
const patience = { timeout: 60_000 };
const go = (path: string) => page.goto(`${product.address}${path}`);
const names = async (on: Page = page) => (await on.getByRole("row").allInnerTexts()).flatMap((row) => /\b[a-f] (?:chair|désk|lamp|sofa|tent)/.exec(row)?.[0] ?? []);

it("filters by several values, by the signed-in user and by what is empty, with the keyboard", async () => {
  await go("/wishes");
  await page.getByRole("button", { name: "Filter by Due" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "empty", exact: true }).focus();
  await page.keyboard.press("Space");
  await expect.poll(() => names(), patience).toEqual(["a chair"]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter by Due: empty" }).and(page.locator(":focus")).waitFor();
  await page.getByRole("button", { name: "Remove the filter Due" }).click();
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "By", exact: true }).click();
  await page.getByRole("checkbox", { name: "me", exact: true }).check();
  await expect.poll(() => names(), patience).toEqual(["a chair"]);
  expect(page.url()).toContain("by=me");
  await go("/wishes?state.in=open,granted&kind.in=trip,book&name.contains=LAMP");
  await expect.poll(() => names(), patience).toEqual(["c lamp", "d lamp"]);
});

it("searches without accents, and shows similar records where nothing fits", async () => {
  await go("/wishes");
  const search = page.getByRole("searchbox");
  await search.fill("desk");
  await expect.poll(() => names(), patience).toEqual(["b désk"]);
  await search.fill("chiar");
  await page.getByText("These records are similar").waitFor();
  expect(await names()).toEqual(["a chair"]);
});

it("keeps the page in the address, and goes back to the previous one", async () => {
  await go("/wishes");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect.poll(() => names(), patience).toEqual(["e sofa", "f tent"]);
  expect(page.url()).toContain("_page=2");
  await page.reload();
  await expect.poll(() => names(), patience).toEqual(["e sofa", "f tent"]);
  await page.getByText("5–6 of 6").waitFor();
  await page.goBack();
  await expect.poll(() => names(), patience).toEqual(["a chair", "b désk", "c lamp", "d lamp"]);
});

it("groups with totals over all pages, and shares a view with those who may read it", async () => {
  await go("/wishes");
  await page.getByRole("button", { name: "Group" }).click();
  await page.getByRole("menuitem", { name: "Kind" }).click();
  await page.getByRole("row", { name: /^book 4 · Price €500\.00/ }).waitFor();
  await page.getByRole("row", { name: /Total of 6.*€1,050\.00/ }).waitFor();
  const save = async (name: string) => {
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByLabel("Save this view as").fill(name);
    await page.getByRole("checkbox", { name: /^Share/ }).check();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name, exact: true }).waitFor();
  };
  await save("By kind");
  await go("/wishes?secret=s0");
  await expect.poll(() => names(), patience).toEqual(["a chair"]);
  await save("Only one");
  const guest = await signIn(browser, product.address, "guest@example.test", pageErrors);
  await guest.page.goto(`${product.address}/wishes`);
  await guest.page.getByRole("button", { name: "Views" }).click();
  const dialog = guest.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "By kind" }).click();
  await guest.page.getByRole("row", { name: /^book 4/ }).waitFor();
  await dialog.waitFor({ state: "hidden" });
  await guest.page.getByRole("button", { name: "By kind", exact: true }).click();
  await dialog.waitFor();
  expect(await dialog.getByText("Only one").count()).toBe(0);
  await guest.context.close();
});

it("moves and sizes columns", async () => {
  await go("/wishes");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Move Kind up" }).click();
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await page.getByRole("columnheader").allInnerTexts()).map((t) => t.trim()).slice(1, 3), patience).toEqual(["Kind", "Name"]);
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => decodeURIComponent(page.url()), patience).toMatch(/_columns=kind,name:\d+,by/);
});

it("opens the records behind a number and a bar", async () => {
  await go("/");
  await page.getByRole("link", { name: /^Dear: 4/ }).click();
  await expect.poll(() => names(), patience).toEqual(["c lamp", "d lamp", "e sofa", "f tent"]);
  await page.goBack();
  await page.locator("a", { hasText: "trip" }).first().click();
  await expect.poll(() => names(), patience).toEqual(["e sofa", "f tent"]);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.poll(async () => (await names()).length, patience).toBe(4);
});

it("acts on the whole list, offers what is possible, sums up refusals, and edits fields", async () => {
  await go("/wishes");
  const box = page.getByRole("checkbox", { name: "Select a chair" });
  // As large as the one above all rows.
  const sizeOf = (one: typeof box) => one.evaluate((element) => element.getBoundingClientRect().width);
  expect(await sizeOf(box)).toBe(await sizeOf(page.getByRole("checkbox", { name: "Select all on this page" })));
  // Nobody waits for the bar who selects nothing.
  const isBarLoaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/batch-bar-")));
  await page.reload();
  await box.waitFor();
  expect(await isBarLoaded()).toBe(false);
  await box.check();
  await expect.poll(isBarLoaded).toBe(true);
  const bar = page.getByRole("group", { name: "Actions for selected records" });
  expect(await bar.getByRole("button", { name: "Drop" }).count()).toBe(0);
  await bar.getByRole("button", { name: "Grant" }).click();
  await page.getByText("Grant: done.").waitFor();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await bar.getByRole("button", { name: "Select all 6" }).click();
  await bar.getByRole("button", { name: "Drop (1 of 6)" }).waitFor();
  await bar.getByRole("button", { name: "Grant (5 of 6)" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Grant: 1 failed" });
  await alert.getByRole("listitem").filter({ hasText: "a chair" }).waitFor();
  await page.getByText("Grant: 5 of 6 done.").waitFor();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await bar.getByRole("button", { name: "Edit fields" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Field to change").click();
  await page.getByRole("option", { name: "Due" }).click();
  await dialog.getByLabel("Due").fill("2027-01-02");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Update: 4 of 4 done.").waitFor();
  expect((await member("GET", "/api/wishes?due=2027-01-02&count=exact")).body.count).toBe(4);
});
