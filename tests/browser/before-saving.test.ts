/** What a form shows before anything is saved: computed values, values and choices that a rule refuses; and a calendar without records. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { Ask } from "../api-client.ts";
import { picture } from "./open-browser.ts";
import { smallProduct } from "./small-product.ts";

const text = `# Boat hire

## 1. What the product does and for whom

- Time zone: Europe/Berlin
- Currency: EUR
- Sign-in: email and password; by invitation

- **Clerk** — hires out boats

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /hires | Hires | list of Hire | Clerk |
| /hire | Hire a boat | form for Hire | Clerk |
| /hire-step-by-step | Hire step by step | form for Hire | Clerk |
| /calendar | Calendar | calendar of Hire from starts on to ends on | Clerk |

### Hire step by step

- Step "Which boat": boat
- Step "When": starts on, ends on
- Step "Who": customer

## 3. Data and fields

### Boat

- name: text, required, unique
- price per day: money, required
- sunk: yes/no

### Hire

- boat: Boat, required
- starts on: date, required
- ends on: date, required
- customer: text, required
- days: integer = \`(ends on - starts on).days + 1\`
- price: money = \`boat.price per day * days\`

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Dates in order | Hire | \`ends on >= starts on\` | WRONG_DATES at ends on |
| Afloat | Hire | \`not(boat.sunk)\` | SUNK at boat |

## 6. Roles and permissions

| Entity | Clerk |
|---|---|
| Boat | create, read |
| Hire | create, read |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| WRONG_DATES | 422 | A boat comes back after it leaves, not before. |
| SUNK | 409 | {boat.name} lies on the ground of the lake. |
`;

const product = smallProduct(text);
let clerk: Ask;

beforeAll(async () => {
  clerk = await product.ask("clerk@example.test");
  for (const boat of [
    { name: "Albatross", pricePerDay: "20", sunk: false },
    { name: "Bounty", pricePerDay: "30", sunk: true },
  ])
    expect((await clerk("POST", "/api/boats", boat)).status).toBe(201);
});

async function open(path: string): Promise<Page> {
  const { page } = await product.signIn("clerk@example.test");
  await page.goto(`${product.address}${path}`);
  return page;
}

const form = (page: Page): Locator => page.locator("main form");
const computed = (page: Page): Locator => form(page).getByRole("status").filter({ hasText: "Days" });

async function choose(page: Page, boat: string): Promise<void> {
  await form(page).getByRole("combobox", { name: /^Boat/ }).click();
  await page.getByRole("option", { name: boat }).click();
}

const saved = async (): Promise<number> => (await clerk("GET", "/api/hires")).body.items.length;

it("a calendar without records says so in its agenda, also on a telephone", async () => {
  const page = await open("/calendar?view=agenda");
  await page.getByText("No hires in this period.").waitFor();
  await picture(page, "agenda-empty");
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${product.address}/calendar`);
  await page.getByText("No hires in this period.").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.context().close();
});

it("a form shows what is computed before it is saved, and while other required fields are empty", async () => {
  const page = await open("/hire");
  await form(page)
    .getByLabel(/^Starts on/)
    .fill("2026-05-01");
  await form(page)
    .getByLabel(/^Ends on/)
    .fill("2026-05-03");
  await expect.poll(() => computed(page).innerText()).toMatch(/Days\s+3$/);
  await choose(page, "Albatross");
  await expect.poll(() => computed(page).innerText()).toMatch(/Price\s+€60\.00/);
  await form(page)
    .getByLabel(/^Ends on/)
    .fill("2026-05-02");
  await expect.poll(() => computed(page).innerText()).toMatch(/Price\s+€40\.00/);
  // Nobody has tried to save, so nothing is called missing.
  expect(await form(page).getByText("is required").count()).toBe(0);
  await picture(page, "computed-before-saving");
  expect(await saved()).toBe(0);
  await page.context().close();
});

it("after a step that is refused, typing goes on in its first wrong field, and after one that is passed in the next one's first", async () => {
  const page = await open("/hire-step-by-step");
  const next = form(page).getByRole("button", { name: "Next", exact: true });
  const focused = (label: RegExp) =>
    expect.poll(() =>
      form(page)
        .getByLabel(label)
        .first()
        .evaluate((field) => field === document.activeElement),
    );
  await next.click();
  await form(page).getByText("Boat is required.").waitFor();
  await focused(/^Boat/).toBe(true);
  await choose(page, "Albatross");
  await next.click();
  await focused(/^Starts on/).toBe(true);
  await page.keyboard.type("05012026");
  await form(page)
    .getByLabel(/^Ends on/)
    .fill("2026-04-01");
  await form(page).getByText("A boat comes back after it leaves, not before.").waitFor();
  await next.click();
  await focused(/^Ends on/).toBe(true);
  await page.context().close();
});

it("a wizard shows what is computed as soon as it can be, and marks a wrong value in its step", async () => {
  const page = await open("/hire-step-by-step");
  const next = form(page).getByRole("button", { name: "Next", exact: true });
  await choose(page, "Albatross");
  await next.click();
  await form(page)
    .getByLabel(/^Starts on/)
    .fill("2026-05-01");
  await form(page)
    .getByLabel(/^Ends on/)
    .fill("2026-04-01");
  await form(page).getByText("A boat comes back after it leaves, not before.").waitFor();
  await next.click();
  expect(
    await form(page)
      .getByLabel(/^Ends on/)
      .isVisible(),
  ).toBe(true);
  await form(page)
    .getByLabel(/^Ends on/)
    .fill("2026-05-04");
  await expect.poll(() => computed(page).innerText()).toMatch(/Days\s+4\s+Price\s+€80\.00/);
  await picture(page, "computed-in-a-wizard");
  await next.click();
  await form(page)
    .getByLabel(/^Customer/)
    .fill("Ann");
  await expect.poll(() => computed(page).innerText()).toMatch(/Price\s+€80\.00/);
  expect(await saved()).toBe(0);
  await form(page).getByRole("button", { name: "Hire step by step", exact: true }).click();
  await expect.poll(saved).toBe(1);
  await page.context().close();
});

it("a value that a rule refuses is marked while typing, with the rule's own message, until it is right", async () => {
  const page = await open("/hire");
  const end = form(page).getByLabel(/^Ends on/);
  await form(page)
    .getByLabel(/^Starts on/)
    .fill("2026-05-01");
  await end.fill("2026-04-30");
  await form(page).getByText("A boat comes back after it leaves, not before.").waitFor();
  expect(await end.getAttribute("aria-invalid")).toBe("true");
  await picture(page, "refused-while-typing");
  await end.fill("2026-05-02");
  await form(page).getByText("A boat comes back after it leaves, not before.").waitFor({ state: "hidden" });
  await page.context().close();
});

it("a choice that a rule refuses is marked with its message, comes last, and can't be chosen", async () => {
  const page = await open("/hire-step-by-step");
  const boat = form(page).getByRole("combobox", { name: /^Boat/ });
  await boat.click();
  const sunk = page.getByRole("option", { name: /^Bounty/ });
  await sunk.getByText("Bounty lies on the ground of the lake.").waitFor();
  expect((await page.locator("[data-combobox-option]").allInnerTexts()).map((one) => one.split("\n")[0])).toEqual(["Albatross", "Bounty"]);
  await picture(page, "refused-choice");
  await sunk.click({ force: true });
  expect(await boat.inputValue()).toBe("");
  await page.context().close();
});
