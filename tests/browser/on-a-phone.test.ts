/** What is different on a phone: a record's actions in one menu, long numbers on one line, and a week that can be read and pressed. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { Ask } from "../api-client.ts";
import { picture } from "./open-browser.ts";
import { smallProduct } from "./small-product.ts";

const product = smallProduct(`# Workshop of a marina

## 1. What the product does and for whom

- Time zone: Europe/Berlin
- Sign-in: email and password; by invitation

- **Mechanic** — repairs boats

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /jobs | Jobs | list of Job | Mechanic |
| /jobs/:number | Job page | Job | Mechanic |
| /plan | Plan | calendar of Job from starts at to ends at | Mechanic |

### Job page

- Actions: Begin, Put off, Cancel, Note: Write

## 3. Entities and their fields

### Job

- number: sequence \`J-{000}\`
- engine number: text, required
- boat: text, required
- starts at: date and time, required
- ends at: date and time, required

### Note

- job: Job, required, set once
- hours: integer, required

## 4. States and transitions

### Job

| From | Action | To | Who |
|---|---|---|---|
| (new) | – | planned | – |
| planned | Begin | begun | Mechanic |
| begun | Finish | done | Mechanic |
| planned | Put off | put off | Mechanic |
| put off | Plan again | planned | Mechanic |
| planned, begun, put off | Cancel | cancelled | Mechanic |

### Note

| From | Action | To | Who |
|---|---|---|---|
| (new) | Write | written | Mechanic |

## 6. Roles and permissions

| Entity | Mechanic |
|---|---|
| Job | all |
| Note | create, read, Write |
`);
let mechanic: Ask;

beforeAll(async () => {
  mechanic = await product.ask("mechanic@example.test");
  // The middle of a week, so that the day is the same in every zone.
  const day = "2024-03-06";
  expect((await mechanic("POST", "/rehearsal/clock", { now: `${day}T09:00:00Z` })).status).toBe(200);
  for (const boat of ["Albatross", "Bounty", "Calypso"])
    expect((await mechanic("POST", "/api/jobs", { boat, engineNumber: "907713983058779", startsAt: `${day}T10:00:00Z`, endsAt: `${day}T11:00:00Z` })).status).toBe(201);
});

async function openOnPhone(path: string): Promise<Page> {
  const { page } = await product.signIn("mechanic@example.test");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.address}${path}`);
  return page;
}

it("a record's page has its next step and a menu with all other actions", async () => {
  const page = await openOnPhone("/jobs/J-001");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Begin" }).waitFor();
  expect(await main.getByRole("button", { name: /Put off|Cancel|Write|Edit/ }).count()).toBe(0);
  await main.getByRole("button", { name: "More" }).click();
  const menu = page.getByRole("menu");
  await menu.getByRole("menuitem", { name: "Cancel" }).waitFor();
  expect((await menu.getByRole("menuitem").allInnerTexts()).map((text) => text.split("\n")[0])).toEqual(["Put off", "Cancel", "Write", "Edit", "Delete"]);
  await picture(page, "record-actions-phone");
  await menu.getByRole("menuitem", { name: "Put off" }).click();
  await main.getByText("put off", { exact: true }).first().waitFor();
  expect((await mechanic("GET", "/api/jobs?state=put off")).body.items).toHaveLength(1);
  await page.context().close();
});

it("a dialog that an action of the menu opens stays, and keeps its arrow keys", async () => {
  const page = await openOnPhone("/jobs/J-002");
  await page.getByRole("main").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Write" }).click();
  const hours = page.getByRole("dialog").getByLabel(/^Hours/);
  await hours.fill("3");
  await hours.press("ArrowUp");
  await page.getByRole("dialog").getByRole("button", { name: "Write" }).click();
  await expect.poll(async () => (await mechanic("GET", "/api/notes")).body.items.map(({ hours: stored }: { hours: number }) => stored)).toEqual([4]);
  await page.context().close();
});

it("a long number stays on one line", async () => {
  const page = await openOnPhone("/jobs/J-003");
  const number = page.getByText("907713983058779", { exact: true });
  await number.waitFor();
  expect(await number.evaluate((element) => element.getClientRects().length)).toBe(1);
  await page.context().close();
});

it("a week lists its days, so that records at the same time can be read and pressed", async () => {
  const page = await openOnPhone("/plan?view=week");
  const records = page.locator("[data-event]");
  await records.nth(2).waitFor();
  const sizes = await records.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
  expect(sizes.length).toBe(3);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
  await page.getByText("J-001").waitFor();
  await picture(page, "calendar-week-phone");
  await page.context().close();
});
