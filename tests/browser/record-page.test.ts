/** What a record's page says before anything is filled in, and the personal data of a record that stands for a person. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Ask, clientOf } from "../api-client.ts";
import { runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { openBrowser, picture, signIn } from "./open-browser.ts";

const text = `# Specification: Night shelter

## 1. What the product does and for whom

A shelter with a few beds.

- **Name**: Night shelter

For whom:

- **Warden** — hands out the beds

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Rooms | list of Room | Warden |
| /rooms/:name | Room | Room | Warden |
| /guests | Guests | list of Guest | Warden |
| /guests/:name | Guest | Guest | Warden |
| /gifts/:number | Gift | Gift | Warden |

### Room

- Actions: Stay: Give a bed

## 3. Entities and their fields

### Room

- name: text, required, unique
- beds: integer, required

### Guest

- name: text, required, unique
- born on: date, personal of itself
- Deleting: not allowed

### Donor

- name: text, required
- currency: currency, required

### Gift

- number: sequence \`G-{000}\`
- donor: Donor, required
- amount: money in donor.currency, required

### Suitcase

- name: text, required, unique
- lock: text
- brand: text
- tag: text
- lining: text
- wheels: text
- straps: text

### Stay

- room: Room, required
- guest: Guest, required

### Night

- title: text, required, unique
- bell: text
- rounds: list of Round by night
- remarks: list of Remark by night

### Round

- night: Night, required

### Remark

- night: Night, required
- remark: text, required

## 4. States and transitions

### Night
- Starts as: open

| From | Action | To | Who | When |
|---|---|---|---|---|
| open | Close | closed | Warden | \`bell != null\` |

### Round

| From | Action | To | Who | When |
|---|---|---|---|---|
| (new) | Go round | begun | Warden | \`night.state = "open"\` |
| begun | Come back | done | Warden | |

### Stay

| From | Action | To | Who | When |
|---|---|---|---|---|
| (new) | Give a bed | in bed | Warden | \`count(Stay[room = this.room]) <= room.beds\` |

## 5. Validation rules

none

## 6. Roles and permissions

- **Warden**

| | Warden |
|---|---|
| Room | all |
| Guest | all |
| Stay | read |
| Suitcase | all |
| Donor | all |
| Gift | all |
| Night | all |
| Round | Go round, Come back, read |
| Remark | all |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

none
`;

const folder = temporaryFolder();
const pageErrors: string[] = [];
let product: Running;
let browser: Browser;
let warden: Ask;

beforeAll(async () => {
  const file = join(folder.path, "night-shelter.md");
  writeFileSync(file, text);
  [product, browser] = await Promise.all([runProduct([file, "--rehearse", "--data", join(folder.path, "data"), "--port", "0"]), openBrowser()]);
  warden = await clientOf(product.address, "warden@example.test");
  await warden("POST", "/api/rooms", { name: "Attic", beds: 0 });
  await warden("POST", "/api/rooms", { name: "Hall", beds: 9 });
  await warden("POST", "/api/guests", { name: "Ada", bornOn: "1990-02-01" });
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

it("an action that creates a record says beforehand why it can't", async () => {
  const { page, context } = await signIn(browser, product.address, "warden@example.test", pageErrors);
  await page.goto(`${product.address}/rooms/Attic`);
  const blocked = page.getByRole("button", { name: "Give a bed", disabled: true });
  await blocked.waitFor();
  await blocked.click({ force: true });
  await page.getByText("Not possible now.").waitFor();
  await picture(page, "blocked-creation");
  await page.goto(`${product.address}/rooms/Hall`);
  await page.getByRole("button", { name: "Give a bed", disabled: false }).click();
  await page.getByRole("dialog").waitFor();
  await context.close();
});

it("the next step is shown while it waits for what is empty; on a finished record what begins something new is quiet, or left out where it is refused", async () => {
  const night = await warden("POST", "/api/nights", { title: "Monday" });
  const { page, context } = await signIn(browser, product.address, "warden@example.test", pageErrors);
  await page.goto(`${product.address}/records/nights/${night.body.id}`);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.getByText("Possible only when Bell is filled in.").waitFor();
  expect(await button("Close").getAttribute("aria-disabled")).toBe("true");
  await picture(page, "waits-for-a-field");
  await button("New round").waitFor();
  expect(await button("New remark").getAttribute("data-variant")).toBe("default");
  await warden("PATCH", `/api/nights/${night.body.id}`, { bell: "twelve" }, { "if-match": "*" });
  expect((await warden("POST", `/api/nights/${night.body.id}/close`, {})).status).toBe(200);
  await page.reload();
  await expect.poll(() => button("New remark").getAttribute("data-variant")).toBe("subtle");
  expect(await button("New round").count()).toBe(0);
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByText("Bell: twelve").waitFor();
  await picture(page, "finished-record");
  await context.close();
});

it("more than five empty fields are counted, and named when the count is pressed", async () => {
  const suitcase = await warden("POST", "/api/suitcases", { name: "Trunk" });
  const { page, context } = await signIn(browser, product.address, "warden@example.test", pageErrors);
  await page.goto(`${product.address}/records/suitcases/${suitcase.body.id}`);
  const named = page.locator("details[open]", { hasText: "Lock, Brand, Tag, Lining, Wheels, Straps" });
  await page.getByText("6 empty fields").waitFor();
  expect(await named.count()).toBe(0);
  await page.getByText("6 empty fields").click();
  await named.waitFor();
  await warden("PATCH", `/api/suitcases/${suitcase.body.id}`, { lock: "brass" }, { "if-match": "*" });
  await page.reload();
  await page.getByText("Empty: Brand, Tag, Lining, Wheels, Straps").waitFor();
  await context.close();
});

it("an amount is shown in the currency that another record holds, also while it is edited", async () => {
  const donor = await warden("POST", "/api/donors", { name: "Kaffa", currency: "JPY" });
  const gift = await warden("POST", "/api/gifts", { donor: donor.body.id, amount: "1200" });
  expect(gift.status, JSON.stringify(gift.body)).toBe(201);
  const { page, context } = await signIn(browser, product.address, "warden@example.test", pageErrors);
  await page.goto(`${product.address}/gifts/${gift.body.number}`);
  await page.getByText("¥1,200").waitFor();
  await picture(page, "referred-currency");
  await page.getByRole("button", { name: "Edit" }).click();
  await expect.poll(() => page.getByRole("dialog").getByLabel("Amount").inputValue()).toBe("1200 JPY");
  await context.close();
});

it("the personal data of a record is downloaded and erased from its page", async () => {
  const { page, context } = await signIn(browser, product.address, "warden@example.test", pageErrors);
  await page.goto(`${product.address}/guests/Ada`);
  await page.getByRole("button", { name: "More actions" }).click();
  await picture(page, "personal-data");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "Download personal data" }).click()]);
  expect(file.suggestedFilename()).toMatch(/^guests-.*\.json$/);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Erase personal data" }).click();
  const question = page.getByRole("dialog", { name: "Erase the personal data of Ada?" });
  await question.getByRole("button", { name: "Cancel" }).and(page.locator(":focus")).waitFor();
  await question.getByRole("button", { name: "Erase personal data" }).click();
  await page.getByText("The personal data of Ada was erased.").waitFor();
  const guests = await warden("GET", "/api/guests");
  expect((guests.body.items as { bornOn: string | null }[])[0]!.bornOn).toBeNull();
  // A room holds no personal data.
  await page.goto(`${product.address}/rooms/Hall`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).waitFor();
  expect(await page.getByRole("menuitem", { name: "Erase personal data" }).count()).toBe(0);
  await context.close();
  expect(pageErrors).toEqual([]);
});
