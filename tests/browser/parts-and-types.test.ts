/** Parts edited inside their owner, every control of point 3, and a secret link opened without signing in, in a real browser. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { everyType } from "../../runtime/engine/test/support/every-type-spec.ts";
import { orders } from "../../runtime/engine/test/support/orders-spec.ts";
import { clientOf, type Ask } from "../api-client.ts";
import { nonet, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, signIn, visit } from "./open-browser.ts";

const folder = temporaryFolder();
const pageErrors: string[] = [];
let shop: Running;
let types: Running;
let browser: Browser;
let clerk: Ask;

beforeAll(async () => {
  await nonet(["--version"]);
  const start = async (name: string, text: string): Promise<Running> => {
    writeFileSync(join(folder.path, `${name}.md`), text);
    return runProduct([join(folder.path, `${name}.md`), "--rehearse", ...(await dataOptions(join(folder.path, name)))]);
  };
  [shop, types, browser] = await Promise.all([start("orders", orders), start("types", everyType), openBrowser()]);
  clerk = await clientOf(shop.address, "clerk@example.test");
  for (const name of ["Chair", "Table"]) await clerk("POST", "/api/products", { name });
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await Promise.all([shop?.stop(), types?.stop()]);
  folder.remove();
});

async function choose(page: Page, scope: ReturnType<Page["getByRole"]>, label: RegExp, option: string): Promise<void> {
  await scope.getByRole("combobox", { name: label }).click();
  // Behind its name, a choice says two of its facts.
  await page
    .getByRole("option", { name: new RegExp(`^${option}`) })
    .first()
    .click();
}

async function waitUntilStill(what: ReturnType<Page["getByRole"]>): Promise<void> {
  for (let before = ""; ;) {
    const now = JSON.stringify(await what.boundingBox());
    if (now === before) return;
    before = now;
    await what.page().waitForTimeout(250);
  }
}

it("lines are added, corrected, saved with their order and shown with it", async () => {
  const { page } = await signIn(browser, shop.address, "clerk@example.test", pageErrors);
  await page.goto(`${shop.address}/orders/new`);
  const add = page.getByRole("button", { name: "Add to lines" });
  await add.click();
  await add.click();
  const [first, second] = [page.getByRole("group", { name: "Lines 1", exact: true }), page.getByRole("group", { name: "Lines 2", exact: true })];
  await choose(page, first, /^Product/, "Chair");
  await first.getByLabel(/^Quantity/).fill("2");
  await first.getByLabel(/^Price/).fill("10");
  await choose(page, second, /^Product/, "Table");
  await second.getByLabel(/^Quantity/).fill("11");
  await second.getByLabel(/^Price/).fill("3");
  await first.getByRole("button", { name: "Add to discounts" }).click();
  await first.getByLabel(/^Reason/).fill("friend");
  await first
    .getByRole("group", { name: "Discounts 1" })
    .getByLabel(/^Amount/)
    .fill("1.50");
  await page.screenshot({ path: process.env["PICTURES"] ? join(process.env["PICTURES"], "parts-form.png") : join(folder.path, "parts-form.png"), fullPage: true });
  await page.getByRole("button", { name: "Create order", exact: true }).click();
  await second
    .getByLabel(/^Quantity/)
    .and(page.locator("[aria-invalid=true]"))
    .waitFor();
  expect(await second.innerText()).toContain("at most 10");
  expect(await first.innerText()).not.toContain("at most 10");
  await second.getByLabel(/^Quantity/).fill("1");
  await page.getByRole("button", { name: "Create order", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/new"));
  const [order] = (await clerk("GET", "/api/orders?sort=-number&limit=1")).body.items;
  expect(order.total).toBe("21.50");
  await page.goto(`${shop.address}/orders/${order.number}`);
  const table = page.getByRole("region", { name: "Lines" });
  await table.waitFor();
  expect(await table.innerText()).toMatch(/Chair[\s\S]*18\.50[\s\S]*Table[\s\S]*3\.00/);
  await page.screenshot({ path: process.env["PICTURES"] ? join(process.env["PICTURES"], "parts-record.png") : join(folder.path, "parts-record.png"), fullPage: true });
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Remove Lines 2" }).click();
  await page.getByRole("button", { name: "Save changes", exact: true }).click();
  await expect.poll(async () => (await clerk("GET", `/api/orders/${order.id}`)).body.lines.length).toBe(1);
  expect((await clerk("GET", `/api/orders/${order.id}`)).body.lines[0].discounts).toHaveLength(1);
}, 120_000);

it("each type has its control, a secret key is shown once, and the secret link opens without signing in", async () => {
  const { page } = await signIn(browser, types.address, "clerk@example.test", pageErrors);
  await page.getByRole("button", { name: /^New/ }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Story" }).fill("Once");
  await dialog.getByRole("textbox", { name: "Story" }).press("Control+a");
  await dialog.getByRole("button", { name: "Bold" }).click();
  await dialog.getByLabel("Lasts: days").fill("1");
  await dialog.getByLabel("Lasts: hours").fill("2");
  await dialog.getByLabel(/^Where to/).fill("Main Street 1\nTown");
  await dialog.getByLabel(/^Place/).fill("52.52, 13.405");
  await dialog.getByRole("combobox", { name: /^Colours/ }).click({ force: true });
  await page.getByRole("option", { name: "blue" }).click();
  await page.keyboard.press("Escape");
  await dialog.getByRole("combobox", { name: /^Country/ }).fill("Nether");
  // The list shrinks and moves while the page scrolls; it must not move between press and release.
  await page.getByRole("option", { name: "Germany", exact: true }).waitFor({ state: "hidden" });
  const netherlands = page.getByRole("option", { name: "Netherlands", exact: true });
  await netherlands.scrollIntoViewIfNeeded();
  await waitUntilStill(netherlands);
  // If it moves anyway, the click is repeated.
  const country = dialog.getByRole("combobox", { name: /^Country/ });
  await expect
    .poll(
      async () => {
        if (await netherlands.isVisible()) await netherlands.click();
        return country.inputValue();
      },
      { interval: 500, timeout: 10_000 },
    )
    .toBe("Netherlands");
  await dialog.getByRole("combobox", { name: /^Unit/ }).fill("JPY");
  await page.getByRole("option", { name: /^JPY/ }).click();
  await dialog.getByLabel(/^Price/).fill("1200");
  expect(await dialog.getByLabel(/^Price/).inputValue()).toContain("JPY");
  await dialog.getByLabel(/^Pin/).fill("hush");
  expect(await dialog.getByLabel(/^Pin/).getAttribute("type")).toBe("password");
  await page.screenshot({ path: process.env["PICTURES"] ? join(process.env["PICTURES"], "types-form.png") : join(folder.path, "types-form.png") });
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Save this key").waitFor();
  expect(await page.getByRole("dialog").last().innerText()).toMatch(/[A-Za-z0-9]{40}/);
  await page.getByRole("button", { name: "Done" }).click();
  const ask = await clientOf(types.address, "clerk@example.test");
  const [thing] = (await ask("GET", "/api/things")).body.items;
  expect(thing).toMatchObject({ lasts: "P1DT2H", whereTo: "Main Street 1\nTown", place: "52.52, 13.405", colours: ["blue"], country: "NL", price: "1200", unit: "JPY" });
  expect(thing.story).toMatch(/<strong>Once<\/strong>/);
  await page.goto(`${types.address}/things/${thing.number}`);
  await page.getByText("Netherlands").first().waitFor();
  const shown = await page.locator("main").innerText();
  for (const text of ["1 day 2 hours", "JPY", "52.52, 13.405", "/link/"]) expect(shown).toContain(text);
  expect(shown).not.toContain("hush");
  await page.screenshot({ path: process.env["PICTURES"] ? join(process.env["PICTURES"], "types-record.png") : join(folder.path, "types-record.png"), fullPage: true });

  const stranger = await visit(browser, `${types.address}${thing.openLink}`, pageErrors);
  await stranger.page.waitForURL((url) => url.pathname === `/feedback/${thing.id}`);
  await stranger.page.getByText("Netherlands").first().waitFor();
  await stranger.page.screenshot({ path: process.env["PICTURES"] ? join(process.env["PICTURES"], "link.png") : join(folder.path, "link.png"), fullPage: true });
  await stranger.page.getByRole("button", { name: "Edit" }).click();
  await stranger.page.getByRole("textbox", { name: "Story" }).fill("From a stranger");
  await stranger.page.getByRole("button", { name: "Save changes", exact: true }).click();
  await expect.poll(async () => (await ask("GET", `/api/things/${thing.id}`)).body.story).toContain("From a stranger");
  expect(pageErrors).toEqual([]);
}, 170_000);
