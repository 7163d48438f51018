/** A visitor without an account books a place in the Open Museum, and cancels through the link in the email. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
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
  await page
    .getByRole("listitem")
    .getByRole("link", { name: /The white gold/ })
    .waitFor();
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
  await question.getByText("The booking becomes given back. This can't be undone.").waitFor();
  await question.getByRole("button", { name: "Give back" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByText("given back").first().waitFor();
  expect((await desk("GET", "/api/bookings")).body.items).toMatchObject([{ name: "Amália", people: 3, state: "given back" }]);
  await context.close();
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
async function violations(page: Page): Promise<unknown> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run());
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))]);
}

it("visitors see a website: the menu in the header, cards, and no tools of an office", async () => {
  for (const width of [1360, 390]) {
    const { page, context } = await visit(browser, product.address, pageErrors, { viewport: { width, height: 800 } });
    const card = page.getByRole("list", { name: "What's on" }).getByRole("link", { name: /خرائط الساحل/ });
    await card.waitFor();
    expect(await page.getByRole("button", { name: /Columns|Views|Export/ }).count()).toBe(0);
    await picture(page, `museum-site-${width}`);
    expect(await violations(page)).toEqual([]);
    if (width === 390) await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "The rooms" }).click();
    await page.getByRole("heading", { level: 1, name: "The rooms" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goBack();
    await card.click();
    await page.getByRole("heading", { level: 1, name: /خرائط الساحل/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await context.close();
  }
});

it("a visitor's page has its title, description and content before any script runs; nothing in it runs as HTML", async () => {
  const read = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
    (await fetch(product.address + path, { headers: { accept: "text/html", ...headers } })).text();
  const hostile = await desk("POST", "/api/rooms", { name: '<img src=x onerror=alert(1)> & "Sons"', mostPeople: 3 });
  expect(hostile.status, JSON.stringify(hostile.body)).toBe(201);
  const rooms = await read("/rooms");
  expect(/<title>(.*)<\/title>/.exec(rooms)?.[1]).toBe("The rooms · Open Museum");
  expect(rooms).toContain("&#60;img src=x onerror=alert(1)&#62; &#38; &#34;Sons&#34;");
  expect(rooms).not.toContain("<img");
  const home = await read("/");
  expect(home).toMatch(/<meta name="description" content="[^"]{20,170}"/);
  expect(home).toContain('<a class="card site-card" href="/tours/');
  expect(home).toContain("The white gold");
  // A draft isn't public, and neither is a screen of the staff.
  const tour = /href="(\/tours\/[^"]+)">(?:(?!<\/a>).)*خرائط الساحل/s.exec(home)![1]!;
  expect(await read(tour)).toMatch(/<h1[^>]*>(?:<bdi>)?خرائط الساحل/);
  for (const path of ["/tours/nothing", "/people", "/no-such-page"]) expect([path, (await read(path)).includes('id="first-paint"')]).toEqual([path, false]);
  // People who are signed in see the office.
  const session = await fetch(`${product.address}/api/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "desk@example.test", password: "rehearsal" }),
  });
  const office = await read("/", { cookie: session.headers.get("set-cookie")!.split(";")[0]! });
  expect(office).toContain('<div id="first-paint" class="office');
  expect(office).not.toMatch(/site-menu|<meta name="description"/);
  const { page, context } = await visit(browser, product.address, pageErrors);
  await page
    .getByRole("list", { name: "What's on" })
    .getByRole("link", { name: /The white gold/ })
    .waitFor();
  expect(await page.locator("#first-paint").count()).toBe(0);
  await context.close();
  const withoutScripts = await visit(browser, product.address, pageErrors, { javaScriptEnabled: false });
  await withoutScripts.page.getByRole("heading", { level: 1, name: "What's on" }).waitFor();
  await picture(withoutScripts.page, "museum-first-paint");
  await withoutScripts.context.close();
});

it("a page shows its picture, numbers, cards and form in order, and the form can be used where it is", async () => {
  const html = await (await fetch(`${product.address}/visit`, { headers: { accept: "text/html" } })).text();
  expect(html).toContain('<meta name="description" content="The museum is in the old salt store by the river');
  const order = [
    '<h1 dir="auto">Your visit</h1>',
    'alt="The museum in the old salt store, by the river"',
    "Tours to come",
    '<h2 dir="auto">Getting in</h2>',
    "<h3><bdi>Salt Store</bdi></h3>",
    '<a href="/book">Book a place</a></p>',
  ];
  expect(order.map((part) => html.indexOf(part)).toSorted((a, b) => a - b)).toEqual(order.map((part) => html.indexOf(part)));
  expect(order.filter((part) => !html.includes(part))).toEqual([]);
  for (const [width, colorScheme] of [
    [1360, "light"],
    [390, "dark"],
  ] as const) {
    const { page, context } = await visit(browser, `${product.address}/visit`, pageErrors, { viewport: { width, height: 800 }, colorScheme });
    const form = page.getByRole("region", { name: "Come with us" });
    await form.getByLabel(/^Email/).waitFor();
    await page
      .getByRole("list", { name: "The rooms" })
      .getByRole("link", { name: /Salt Store/ })
      .waitFor();
    await page.getByRole("region", { name: "Tours to come" }).getByText(/^\d+$/).waitFor();
    const drawn = page.getByRole("img", { name: "The museum in the old salt store, by the river" });
    expect(await drawn.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await violations(page)).toEqual([]);
    await picture(page, `museum-page-${width}`);
    await form.getByRole("combobox", { name: /^Tour/ }).click();
    await page
      .getByRole("listbox")
      .getByRole("option", { name: /The white gold/ })
      .click();
    await form.getByLabel(/^Name/).fill("Inês");
    await form.getByLabel(/^Email/).fill(`ines-${width}@example.test`);
    await form.getByRole("button", { name: "Book a place" }).click();
    await page.getByText("Booking saved.").waitFor();
    // The page stays, with an empty form for the next person.
    await page.waitForFunction(() => [...document.querySelectorAll("input")].every((input) => !input.value.startsWith("ines")));
    expect(new URL(page.url()).pathname).toBe("/visit");
    await context.close();
  }
  const { items } = (await desk("GET", "/api/bookings?name=In%C3%AAs")).body as { items: { email: string }[] };
  expect(items.map(({ email }) => email).sort()).toEqual(["ines-1360@example.test", "ines-390@example.test"]);
});

it("no page has thrown an error", () => expect(pageErrors).toEqual([]));
