/** The whole Equipment Desk, in a real browser with a running product. */
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Ask, clientOf, morningOf } from "../api-client.ts";
import { nonet, root, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, signIn, visit } from "./open-browser.ts";

const folder = temporaryFolder();
const pageErrors: string[] = [];
let product: Running;
let browser: Browser;
let manager: Ask;
let today: string;

beforeAll(async () => {
  await nonet(["--version"]);
  product = await runProduct([join(root, "examples/equipment-desk"), "--rehearse", ...(await dataOptions(join(folder.path, "data")))]);
  browser = await openBrowser();
  manager = await clientOf(product.address, "manager@example.test");
  today = await morningOf(product.address);
});

afterAll(async () => {
  await browser?.close();
  expect(await product?.stop()).toBe(0);
  folder.remove();
});

it("the sign-in page says what the product is for before any script has run", async () => {
  const withoutScripts = await visit(browser, product.address, pageErrors, { javaScriptEnabled: false });
  expect(await withoutScripts.page.getByRole("heading", { level: 1 }).innerText()).toBe("Equipment Desk");
  await withoutScripts.page.getByText(/lends a department's cameras/).waitFor();
  await withoutScripts.context.close();
  const { page, context } = await visit(browser, product.address, pageErrors);
  await page.getByRole("button", { name: "Sign in", exact: true }).first().waitFor();
  expect(await page.getByText(/lends a department's cameras/).count()).toBe(1);
  await context.close();
});

const day = (days: number): string => new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Fills both steps of the Reserve form and submits it. */
async function reserve(page: Page, item: string, from: string, to: string): Promise<void> {
  await page.goto(`${product.address}/reserve`);
  const choice = page.getByRole("combobox", { name: /^Item/ });
  const option = page.getByRole("option", { name: new RegExp(item) }).first();
  await choice.click();
  await choice.fill(item);
  await option.waitFor();
  // While the results of the search arrive, an option can move away from below the pointer.
  await expect
    .poll(async () => {
      if (await option.isVisible()) await option.click();
      return choice.inputValue();
    })
    .toContain("(IT-");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel(/^Start date/).fill(from);
  await page.getByLabel(/^End date/).fill(to);
  await page.getByRole("button", { name: "Reserve", exact: true }).click();
}

/** The error message of the control with this label. */
async function errorAt(page: Page, label: RegExp): Promise<string> {
  const control = page.getByLabel(label);
  await control.and(page.locator("[aria-invalid=true]")).waitFor();
  const ids = (await control.getAttribute("aria-describedby"))!.split(" ");
  return (
    await Promise.all(
      ids.map((id) =>
        page
          .locator(`[id="${id}"]`)
          .innerText()
          .catch(() => ""),
      ),
    )
  ).join(" ");
}

async function addItem(name: string, fee: string): Promise<{ id: string; code: string }> {
  const categories = await manager("GET", "/api/categories?where=" + encodeURIComponent('name = "Cameras"'));
  const made = await manager("POST", "/api/items", { name, category: categories.body.items[0].id, dailyFee: fee });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
}

describe("Equipment Desk", () => {
  it("a manager adds a camera to the catalogue", async () => {
    const { page, context } = await signIn(browser, product.address, "manager@example.test", pageErrors);
    await page.getByRole("link", { name: "Catalogue" }).click();
    await page.getByRole("button", { name: "New item" }).click();
    const dialog = page.getByRole("dialog", { name: "New item" });
    await dialog.getByLabel(/^Name/).fill("Camera");
    await dialog.getByRole("combobox", { name: /^Category/ }).click();
    await page.getByRole("option", { name: "Cameras" }).click();
    await dialog.getByLabel(/^Daily fee/).fill("12.50");
    await dialog.getByRole("button", { name: "Save" }).click();
    const row = page.getByRole("row", { name: /IT-0001/ });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/Camera[^]*Cameras[^]*12\.50/);
    await context.close();
  });

  it("a borrower registers, reserves it for three days in two steps, and sees it with its fee to the cent", async () => {
    const { page, context } = await visit(browser, `${product.address}/sign-in`, pageErrors);
    await page.getByRole("button", { name: "Register as Borrower" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Bo Borrower");
    await page.getByLabel("Email", { exact: true }).fill("bo@example.test");
    await page.getByLabel("Password", { exact: true }).fill("a long enough password");
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await page.getByRole("link", { name: "My loans" }).waitFor();
    expect(await page.getByRole("link", { name: "Loans", exact: true }).count()).toBe(0);
    await reserve(page, "Camera", today, day(2));
    await page.waitForURL("**/my-loans");
    const row = page.getByRole("row", { name: /LN-\d{4}-00001/ });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/requested/);
    await row.getByRole("link", { name: /LN-/ }).click();
    await page.getByRole("region", { name: "Money" }).waitFor();
    expect(await page.getByRole("region", { name: "Money" }).innerText()).toMatch(/Days\s+3[^]*Fee\s+[^\n]*37\.50/);
    await context.close();
  });

  it("violated rules show the catalogue's messages at the right fields", async () => {
    const { page, context } = await visit(browser, `${product.address}/sign-in`, pageErrors);
    await page.getByRole("button", { name: "Register as Borrower" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Cy Borrower");
    await page.getByLabel("Email", { exact: true }).fill("cy@example.test");
    await page.getByLabel("Password", { exact: true }).fill("a long enough password");
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await page.getByRole("link", { name: "My loans" }).waitFor();

    await reserve(page, "Camera", day(2), day(4));
    await page.getByText("is already taken in those days.").first().waitFor();
    await reserve(page, "Camera", day(8), day(6));
    expect(await errorAt(page, /^End date/)).toMatch(/The end date .* is before the start date .*\./);

    for (const name of ["Tripod", "Lamp", "Screen", "Drill"]) await addItem(name, "5");
    for (const name of ["Tripod", "Lamp", "Screen"]) {
      await reserve(page, name, day(1), day(2));
      await page.waitForURL("**/my-loans");
    }
    await reserve(page, "Drill", day(1), day(2));
    await page.getByText("You have 3 open loans already.").first().waitFor();
    await context.close();
  });

  it("the API returns problem details for the same rules", async () => {
    const cy = await clientOf(product.address, "cy@example.test", "a long enough password");
    const items = (await cy("GET", "/api/items?sort=code")).body.items as { id: string; name: string }[];
    const id = (name: string): string => items.find((i) => i.name === name)!.id;
    const expectProblem = async (body: object, status: number, code: string): Promise<void> => {
      const answer = await cy("POST", "/api/loans", body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
      expect(answer.type).toMatch(/application\/problem\+json/);
      const found = answer.body.errors.find((e: { code: string }) => e.code === code);
      expect(found, JSON.stringify(answer.body)).toMatchObject({ code, line: expect.any(Number), rule: expect.any(String) });
    };
    await expectProblem({ item: id("Camera"), startDate: day(2), endDate: day(3) }, 409, "ITEM_TAKEN");
    await expectProblem({ item: id("Drill"), startDate: day(5), endDate: day(4) }, 422, "DATES_REVERSED");
    await expectProblem({ item: id("Drill"), startDate: day(1), endDate: day(2) }, 409, "TOO_MANY_LOANS");
    expect((await cy("POST", "/api/items", { name: "Mine" })).status).toBe(403);
    expect((await cy("GET", "/api/loans/LN-" + today.slice(0, 4) + "-00001")).status).toBe(404);
  });

  it("a clerk approves from the list and by dragging on the board, hands out, and records the return", async () => {
    const { page, context } = await signIn(browser, product.address, "clerk@example.test", pageErrors);
    const first = `LN-${today.slice(0, 4)}-00001`;
    await page.getByRole("link", { name: "Loans", exact: true }).click();
    await page.getByRole("checkbox", { name: `Select ${first}` }).check();
    await page.getByRole("group", { name: "Actions for selected records" }).getByRole("button", { name: "Approve" }).click();
    await page
      .getByRole("row", { name: new RegExp(first) })
      .getByText("approved")
      .waitFor();

    await page.getByRole("link", { name: "Desk", exact: true }).click();
    const column = (name: string) => page.getByRole("region", { name, exact: true });
    const card = column("requested").getByRole("article").first();
    const name = (await card.getAttribute("aria-label"))!;
    await card.dragTo(column("approved"));
    await column("approved").getByRole("article", { name }).waitFor();

    await column("approved").getByRole("link", { name: first }).click();
    await page.getByRole("button", { name: "Hand out" }).click();
    await page.getByRole("button", { name: "Return", exact: true }).and(page.locator(":not([aria-disabled])")).click();
    const dialog = page.getByRole("dialog", { name: new RegExp(`Return: ${first}`) });
    await dialog.getByRole("combobox", { name: /^Condition/ }).click();
    await page.getByRole("option", { name: "damaged" }).click();
    await dialog.getByRole("button", { name: "Return", exact: true }).click();
    await dialog
      .getByLabel(/^Damage notes/)
      .and(page.locator("[aria-invalid=true]"))
      .waitFor();
    await dialog.getByLabel(/^Damage notes/).fill("The lens cap is gone.");
    await dialog.getByRole("button", { name: "Return", exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("returned").first().waitFor();
    await page.getByRole("region", { name: "Return" }).getByText("The lens cap is gone.").waitFor();
    await context.close();
  });

  it("emails are kept, addressed to the borrower", async () => {
    await fetch(`${product.address}/rehearsal/settle`, { method: "POST" });
    const answer = await (await fetch(`${product.address}/rehearsal/mails`)).json();
    const mails = (Array.isArray(answer) ? answer : answer.items) as { to: string; subject: string }[];
    expect(mails).toContainEqual(expect.objectContaining({ to: "bo@example.test", subject: `Your loan LN-${today.slice(0, 4)}-00001 is approved` }));
  });

  it("a manager sees the numbers on Home and the revenue report", async () => {
    const { page, context } = await signIn(browser, product.address, "manager@example.test", pageErrors);
    const cards = page.getByRole("region", { name: "Out now" });
    await cards.getByText("0", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Revenue" }).click();
    const table = page.getByRole("region", { name: "Revenue" }).getByRole("table");
    await table.waitFor();
    // One camera for three days at 12.50, three things for two days at 5.00.
    const cameras = await table.getByRole("row", { name: /Cameras/ }).innerText();
    expect(cameras).toMatch(/67\.50/);
    await table
      .getByRole("row", { name: /Cameras/ })
      .getByRole("link")
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: "Loans" }).waitFor();
    await page
      .getByRole("status")
      .getByText(/Revenue.*Cameras/)
      .waitFor();
    await expect.poll(() => page.getByRole("row").filter({ hasText: "LN-" }).count()).toBe(4);
    await context.close();
  });

  it("the document page shows the lines and the open items", async () => {
    const { page, context } = await signIn(browser, product.address, "manager@example.test", pageErrors);
    await page.getByRole("link", { name: "Document" }).click();
    await page.getByText("payment address").first().waitFor();
    await context.close();
  });

  it("no page has thrown an error", () => expect(pageErrors).toEqual([]));
});
