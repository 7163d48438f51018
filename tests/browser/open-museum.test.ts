/** A visitor without an account books a place in the Open Museum, and cancels through the link in the email. */
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clientOf, type Ask } from "../api-client.ts";
import { root, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, picture, visit } from "./open-browser.ts";

const folder = temporaryFolder();
const pageErrors: string[] = [];
let product: Running;
let browser: Browser;
let desk: Ask;

beforeAll(async () => {
  [product, browser] = await Promise.all([runProduct([join(root, "examples/open-museum"), "--rehearse", ...(await dataOptions(join(folder.path, "data")))]), openBrowser()]);
  desk = await clientOf(product.address, "desk@example.test");
  const guide = await clientOf(product.address, "guide@example.test");
  const now = Date.parse((await (await fetch(`${product.address}/rehearsal/clock`)).json()).now);
  const rooms = (await desk("GET", "/api/rooms?sort=name")).body.items as { id: string }[];
  const me = (await guide("GET", "/api/me")).body.id;
  const hours = (n: number): string => new Date(now + n * 3_600_000).toISOString();
  for (const [i, title] of ["The white gold", "خرائط الساحل"].entries()) {
    const tour = await desk("POST", "/api/tours", {
      title,
      room: rooms[i]!.id,
      guide: me,
      language: "English",
      startsAt: hours(48 + 24 * i),
      endsAt: hours(49 + 24 * i),
      places: 8,
    });
    expect(tour.status, JSON.stringify(tour.body)).toBe(201);
    expect((await desk("POST", `/api/tours/${tour.body.id}/announce`, {})).status).toBe(200);
  }
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

it("a visitor finds a tour, books without an account, and cancels through the link in the email", async () => {
  const { page, context } = await visit(browser, product.address, pageErrors);
  await page.getByRole("row", { name: /The white gold/ }).waitFor();
  await picture(page, "museum-on");
  await page.getByRole("link", { name: "Book a place" }).click();
  await page.getByRole("button", { name: "Book a place" }).click();
  for (const what of ["Tour", "Name", "Email"]) await page.getByText(`${what} is required.`).waitFor();
  await picture(page, "museum-required");
  await page.getByRole("combobox", { name: /^Tour/ }).click();
  await page
    .getByRole("listbox")
    .getByRole("option", { name: /The white gold/ })
    .click();
  await page.getByLabel(/^Name/).fill("Amália");
  await page.getByLabel(/^Email/).fill("amalia@example.test");
  await page.getByLabel(/^People/).fill("3");
  await page.getByRole("button", { name: "Book a place" }).click();
  await page.getByRole("heading", { level: 1, name: "Your visit" }).waitFor();
  await fetch(`${product.address}/rehearsal/settle`, { method: "POST" });
  const answer = await (await fetch(`${product.address}/rehearsal/mails`)).json();
  const mail = (Array.isArray(answer) ? answer : answer.items).find((m: { to: string }) => m.to === "amalia@example.test") as { body: string };
  const link = /\/link\/\w+/.exec(mail.body)![0];
  await page.goto(product.address + link);
  await page.getByText("Amália").first().waitFor();
  await picture(page, "museum-link");
  await page.getByRole("button", { name: "Give back" }).click();
  // What ends a record asks first.
  const question = page.getByRole("dialog", { name: /^Give back/ });
  await question.getByText("The Booking becomes given back. It can't be undone.").waitFor();
  await question.getByRole("button", { name: "Give back" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByText("given back").first().waitFor();
  expect((await desk("GET", "/api/bookings")).body.items).toMatchObject([{ name: "Amália", people: 3, state: "given back" }]);
  await context.close();
});

it("no page has thrown an error", () => expect(pageErrors).toEqual([]));
