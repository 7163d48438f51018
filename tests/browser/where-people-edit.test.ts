/** What the pages offer for a record that the person may not edit, or that nobody can edit now. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { picture } from "./open-browser.ts";
import { smallProduct } from "./small-product.ts";

const text = `# Specification: Delivery van

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Trips | list of Trip | everyone |
| /trips/:name | Trip | Trip | everyone |
| /calendar | Calendar | calendar of Trip by day | everyone |
| /vehicles | Vehicles | board of Trip by vehicle | everyone |

### Trips

- Columns: name, day, vehicle

## 3. Entities and their fields

### Trip

- name: text, required, unique
- day: date, required
- vehicle: one of (van, truck)
- driver: User, default me
- Locked while: billed
- Deleting: only while planned

## 4. States and transitions

### Trip

- Starts as: planned
- Ends as: paid

| From | Action | To | Who |
|---|---|---|---|
| planned | Bill | billed | Driver |
| billed | Pay | paid | Driver |

## 6. Roles and permissions

- **Driver**

Own: a Trip is its driver's.

| | Driver |
|---|---|
| Trip | read, create, update own, delete own |
| User | read |
`;

const product = smallProduct(text);
let page: Page;

beforeAll(async () => {
  const driver = await product.ask("driver@example.test");
  const { items } = (await driver("GET", "/api/users")).body as unknown as { items: { id: string; name: string }[] };
  const other = items.find(({ name }) => name !== "Driver")!;
  const day = new Date().toISOString().slice(0, 10);
  for (const [name, values] of [
    ["Mine", {}],
    ["Billed", {}],
    ["Yours", { driver: other.id }],
  ] as const) {
    const made = await driver("POST", "/api/trips", { name, day, vehicle: "van", ...values });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    if (name === "Billed") expect((await driver("POST", `/api/trips/${made.body.id}/bill`, {}, { "if-match": "*" })).status).toBe(200);
  }
  page = (await product.signIn("driver@example.test")).page;
});

const main = () => page.getByRole("main");
const button = (name: string) => main().getByRole("button", { name, exact: true });

it("the page of the person's own record offers Edit and Delete", async () => {
  await page.goto(`${product.address}/trips/Mine`);
  await button("Edit").waitFor();
  await button("More actions").click();
  await page.getByRole("menuitem", { name: "Delete" }).waitFor();
});

it("a locked record's page gives the reason instead of Edit and Delete", async () => {
  await page.goto(`${product.address}/trips/Billed`);
  await button("Not possible now").click();
  for (const name of ["Edit", "Delete"]) await page.getByRole("menuitem", { name, exact: false }).getByText("This Trip is locked while billed.").waitFor();
  await picture(page, "locked-record");
  expect(await button("Edit").count()).toBe(0);
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("alert").getByText("This Trip is locked while billed.").waitFor();
});

it("the page of somebody else's record offers neither", async () => {
  await page.goto(`${product.address}/trips/Yours`);
  await button("Not possible now").click();
  await page.getByRole("menuitem", { name: "Pay" }).waitFor();
  expect(await page.getByRole("menuitem").count()).toBe(1);
  for (const name of ["Edit", "More actions"]) expect(await button(name).count()).toBe(0);
});

it("a list has pens, and a board menus, only where the record can be edited", async () => {
  await page.goto(product.address);
  await main().getByRole("link", { name: "Yours" }).waitFor();
  expect(
    await main()
      .getByRole("button", { name: /^Edit / })
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))),
  ).toEqual(["Edit Mine"]);
  for (const [name, offered] of [
    ["Yours", 0],
    ["Mine", 1],
  ] as const) {
    await main()
      .getByRole("checkbox", { name: `Select ${name}` })
      .check();
    await main().getByRole("button", { name: "Clear selection" }).waitFor();
    expect(await main().getByRole("button", { name: "Edit fields" }).count()).toBe(offered);
  }
  await page.goto(`${product.address}/vehicles`);
  await main().getByRole("article", { name: "Yours" }).waitFor();
  const cards = await main()
    .getByRole("article")
    .evaluateAll((all) => all.map((card) => [card.getAttribute("aria-label"), card.getAttribute("draggable"), card.querySelectorAll("button").length]));
  expect(cards.sort()).toEqual([
    ["Billed", "false", 0],
    ["Mine", "true", 1],
    ["Yours", "false", 0],
  ]);
});

it("a calendar lets only the bars of such records be dragged", async () => {
  await page.goto(`${product.address}/calendar`);
  const bar = (name: string) => main().locator(".fc-event").filter({ hasText: name });
  await bar("Yours").waitFor();
  const draggable = async (name: string) => (await bar(name).getAttribute("class"))!.includes("fc-event-draggable");
  expect([await draggable("Mine"), await draggable("Billed"), await draggable("Yours")]).toEqual([true, false, false]);
});
