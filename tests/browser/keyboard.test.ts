/** The main stories of the Equipment Desk and of the Open Museum by keyboard alone: no test here moves or presses a pointer. */
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clientOf, morningOf } from "../api-client.ts";
import { root, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { activate, pick, typeDate, typeInto } from "./by-keyboard.ts";
import { openBrowser, signIn, visit } from "./open-browser.ts";

const pageErrors: string[] = [];
let browser: Browser;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => void (browser = await openBrowser()));
afterAll(async () => {
  await browser?.close();
  for (const stop of stops) await stop();
});

async function run(example: string): Promise<Running> {
  const folder = temporaryFolder();
  const product = await runProduct([join(root, "examples", example), "--rehearse", ...(await dataOptions(join(folder.path, "data")))]);
  stops.push(async () => {
    await product.stop();
    folder.remove();
  });
  return product;
}

it("a borrower reserves an item; a clerk approves it, hands it out and takes it back", async () => {
  const product = await run("equipment-desk");
  const today = (await morningOf(product.address)).slice(0, 10);
  const manager = await clientOf(product.address, "manager@example.test");
  const category = (await manager("GET", "/api/categories?limit=1")).body.items[0].id;
  expect((await manager("POST", "/api/items", { name: "Tripod", category, dailyFee: "4.00" })).status).toBe(201);

  const borrower = await signIn(browser, product.address, "borrower@example.test", pageErrors, { locale: "en-US" });
  await activate(borrower.page, borrower.page.getByRole("link", { name: "Reserve", exact: true }));
  await pick(borrower.page, borrower.page.getByRole("combobox", { name: /^Item/ }), "Tripod");
  await activate(borrower.page, borrower.page.getByRole("button", { name: "Next" }));
  await typeDate(borrower.page, borrower.page.getByLabel(/^End date/), today.split("-"));
  await activate(borrower.page, borrower.page.getByRole("button", { name: "Reserve", exact: true }));
  await borrower.page.waitForURL("**/my-loans");
  await borrower.context.close();

  const { page, context } = await signIn(browser, product.address, "clerk@example.test", pageErrors);
  await activate(page, page.getByRole("link", { name: "Loans", exact: true }));
  await activate(page, page.getByRole("link", { name: /^LN-/ }));
  await activate(page, page.getByRole("button", { name: "Approve", exact: true }));
  await activate(page, page.getByRole("button", { name: "Hand out", exact: true }));
  await activate(page, page.getByRole("main").getByRole("button", { name: "Return", exact: true }));
  const dialog = page.getByRole("dialog", { name: /^Return/ });
  await activate(page, dialog.getByRole("button", { name: "Return", exact: true }));
  await page.getByRole("main").getByText("returned", { exact: true }).first().waitFor();
  await context.close();
}, 300_000);

it("a visitor of the museum books a place", async () => {
  const product = await run("open-museum");
  const desk = await clientOf(product.address, "desk@example.test");
  const guide = (await (await clientOf(product.address, "guide@example.test"))("GET", "/api/me")).body.id;
  const now = Date.parse((await (await fetch(`${product.address}/rehearsal/clock`)).json()).now);
  const room = (await desk("GET", "/api/rooms?limit=1")).body.items[0].id;
  const at = (hours: number): string => new Date(now + hours * 3_600_000).toISOString();
  const tour = await desk("POST", "/api/tours", { title: "The white gold", room, guide, language: "English", startsAt: at(48), endsAt: at(49), places: 8 });
  expect(tour.status, JSON.stringify(tour.body)).toBe(201);
  expect((await desk("POST", `/api/tours/${tour.body.id}/announce`, {})).status).toBe(200);

  const { page, context } = await visit(browser, product.address, pageErrors);
  await activate(page, page.getByRole("link", { name: "Book a place" }));
  await pick(page, page.getByRole("combobox", { name: /^Tour/ }), "The white gold");
  await typeInto(page, page.getByLabel(/^Name/), "Amália");
  await typeInto(page, page.getByLabel(/^Email/), "amalia@example.test");
  await activate(page, page.getByRole("button", { name: "Book a place" }));
  await page.getByRole("heading", { level: 1, name: "Your visit" }).waitFor();
  expect((await desk("GET", "/api/bookings")).body.items).toMatchObject([{ name: "Amália" }]);
  await context.close();
}, 300_000);

it("no page has thrown an error", () => expect(pageErrors).toEqual([]));
