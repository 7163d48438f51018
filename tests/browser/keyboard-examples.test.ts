/** The main story of each further example by keyboard alone: claims, rota, shelter, fleet and purchasing. */
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, type Ask, clientOf, morningOf } from "../api-client.ts";
import { root, runProduct, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { activate, choose, pick, typeDate, typeInto } from "./by-keyboard.ts";
import { openBrowser, signIn } from "./open-browser.ts";

const pageErrors: string[] = [];
let browser: Browser;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => void (browser = await openBrowser()));
afterAll(async () => {
  await browser?.close();
  for (const stop of stops) await stop();
});

interface Story {
  readonly today: string;
  /** Asks the API as somebody of the role. */
  as(role: string): Promise<Ask>;
  id(role: string): Promise<string>;
  /** Signs somebody of the role in, opens the screen through the menu if one is named, and closes the page after the work. */
  work(role: string, screen: string | null, steps: (page: Page) => Promise<void>): Promise<void>;
}

const at = (role: string): string => `${role.toLowerCase().replaceAll(" ", "-")}@example.test`;

async function begin(example: string): Promise<Story> {
  const folder = temporaryFolder();
  const { address, stop } = await runProduct([join(root, "examples", example), "--rehearse", ...(await dataOptions(join(folder.path, "data")))]);
  stops.push(async () => {
    await stop();
    folder.remove();
  });
  const today = await morningOf(address);
  const as = (role: string): Promise<Ask> => clientOf(address, at(role));
  return {
    today,
    as,
    id: async (role) => (await (await as(role))("GET", "/api/me")).body.id,
    work: async (role, screen, steps) => {
      const { page, context } = await signIn(browser, address, at(role), pageErrors, { locale: "en-US" });
      if (screen !== null) await activate(page, page.getByRole("link", { name: screen, exact: true }));
      await steps(page);
      await context.close();
    },
  };
}

const created = async (answer: Promise<Answer>): Promise<string> => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
};

const send = (page: Page): Promise<void> => activate(page, page.locator("main form button[type=submit]"));

it("a member claims what a journey cost, and their lead agrees", async () => {
  const { as, id, work, today } = await begin("outlay");
  const bookkeeper = await as("Bookkeeper");
  const team = await created(bookkeeper("POST", "/api/teams", { code: "AB", name: "Abroad", lead: await id("Lead"), standIn: await id("Bookkeeper") }));
  expect((await bookkeeper("PATCH", `/api/users/${await id("Member")}`, { team }, { "if-match": "*" })).status).toBe(200);
  await work("Member", "New claim", async (page) => {
    await typeInto(page, page.getByLabel(/^Occasion/), "Fair in Graz");
    await typeDate(page, page.getByLabel(/^Journey start/), today.split("-"));
    await typeDate(page, page.getByLabel(/^Journey end/), today.split("-"));
    await send(page);
    await typeInto(page, page.getByLabel(/^Kilometres/), "120");
    await send(page);
    await page.getByRole("heading", { level: 1, name: /OC-/ }).waitFor();
    await activate(page, page.getByRole("main").getByRole("button", { name: "Hand in", exact: true }));
    await page.getByRole("main").getByText("handed in", { exact: true }).first().waitFor();
  });
  await work("Lead", "To agree", async (page) => {
    await activate(page, page.getByRole("link", { name: /^OC-/ }));
    await activate(page, page.getByRole("main").getByRole("button", { name: "Approve", exact: true }));
    await page.getByRole("main").getByText("agreed", { exact: true }).first().waitFor();
  });
}, 300_000);

it("a nurse wishes for a day off, and the sister grants it", async () => {
  const { work, today } = await begin("ward-rota");
  const day = new Date(Date.parse(`${today}T12:00:00Z`) + 60 * 86_400_000).toISOString().slice(0, 10);
  await work("Nurse", "Wish for a day off", async (page) => {
    await typeDate(page, page.getByLabel(/^Day/), day.split("-"));
    await typeInto(page, page.getByLabel(/^Reason/), "A wedding");
    await send(page);
    await page.getByText("A wedding").first().waitFor();
  });
  await work("Sister", "Wishes", async (page) => {
    await activate(page, page.getByRole("table").getByRole("link").first());
    await activate(page, page.getByRole("main").getByRole("button", { name: "Grant", exact: true }));
    await activate(page, page.getByRole("dialog").getByRole("button", { name: "Grant", exact: true }));
    await page.getByRole("main").getByText("granted", { exact: true }).first().waitFor();
  });
}, 300_000);

it("a caretaker takes in an animal", async () => {
  const { as, work, today } = await begin("shelter");
  const manager = await as("Manager");
  await created(manager("POST", "/api/kennels", { name: "Q1", wing: "quarantine", capacity: 2 }));
  await work("Caretaker", "Take in an animal", async (page) => {
    await typeInto(page, page.getByLabel(/^Name/), "Mira");
    await choose(page, page.getByRole("combobox", { name: /^Species/ }), "dog");
    await typeDate(page, page.getByLabel(/^Born on/), ["2024", "03", "09"]);
    await choose(page, page.getByRole("combobox", { name: /^Origin/ }), "stray");
    await pick(page, page.getByRole("combobox", { name: /^Kennel/ }), "Q1");
    await send(page);
    await page.getByText("Mira").first().waitFor();
  });
  expect((await manager("GET", "/api/animals")).body.items).toMatchObject([{ name: "Mira", state: "quarantine", takenInOn: today }]);
}, 300_000);

it("the workshop reports a defect and finds it on its board", async () => {
  const { as, work } = await begin("fleet");
  const manager = await as("Fleet manager");
  await created(manager("POST", "/api/vehicles", { plate: "HH-NN 9", model: "Crafter", category: "van", depot: "Hamburg" }));
  await work("Workshop clerk", "Report a defect", async (page) => {
    await pick(page, page.getByRole("combobox", { name: /^Vehicle/ }), "HH-NN 9");
    await choose(page, page.getByRole("combobox", { name: /^Severity/ }), "minor");
    await typeInto(page, page.getByLabel(/^Description/), "The left mirror is loose.");
    await send(page);
    await expect.poll(async () => (await manager("GET", "/api/defects")).body.items).toMatchObject([{ severity: "minor", state: "reported" }]);
    await activate(page, page.getByRole("navigation").getByRole("link", { name: "Defect board", exact: true }).first());
    await page.getByText("HH-NN 9").first().waitFor();
  });
}, 300_000);

it("a requester asks for goods and submits the requisition", async () => {
  const { as, id, work, today } = await begin("purchasing");
  const finance = await as("Finance");
  const [owner, divisionHead, director, substitute] = [await id("Approver"), await id("Buyer"), await id("Receiver"), await id("Finance")];
  const centre = await created(finance("POST", "/api/cost-centres", { code: "4711", name: "Printing", kind: "operations", owner, divisionHead, director, substitute }));
  await created(finance("POST", "/api/budgets", { costCentre: centre, year: Number(today.slice(0, 4)), amount: "5000.00" }));
  await created(finance("POST", "/api/categories", { name: "Paper", owner, substitute }));
  await work("Requester", "Ask for goods", async (page) => {
    await pick(page, page.getByRole("combobox", { name: /^Cost centre/ }), "4711");
    await typeInto(page, page.getByLabel(/^Purpose/), "Posters");
    await typeDate(page, page.getByLabel(/^Needed on/), today.split("-"));
    await send(page);
    await activate(page, page.getByRole("button", { name: "Add to lines" }));
    await typeInto(page, page.getByLabel(/^Description/), "A2 sheets");
    await pick(page, page.getByRole("combobox", { name: /^Category/ }), "Paper");
    await typeInto(page, page.getByLabel(/^Quantity/), "10");
    await typeInto(page, page.getByLabel(/^Price/), "2.50");
    await send(page);
    await activate(page, page.getByRole("link", { name: /^RQ-/ }));
    await activate(page, page.getByRole("main").getByRole("button", { name: "Submit", exact: true }));
    await page.getByRole("main").getByText("pending", { exact: true }).first().waitFor();
  });
}, 300_000);

it("no page has thrown an error", () => expect(pageErrors).toEqual([]));
