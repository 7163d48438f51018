/** A decision by several people on the record page, and deputies, in a real browser. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf } from "../api-client.ts";
import { nonet, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, signIn } from "./open-browser.ts";

const text = `# Specification: Wishes

## 1. What the product does and for whom

- **Name**: Wishes
- **Time zone**: UTC
- **Sign-in**: email and password; by invitation

For whom:

- **Member** — wishes
- **Manager** — decides
- **Director** — decides after

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /wishes | Wishes | list of Wish | Member, Manager, Director |
| /wishes/:number | Wish | Wish | Member, Manager, Director |

## 3. Entities and their fields

### Wish

- number: sequence \`W-{0000}\`
- name: text, required
- reason: text, read-only
- Shown as: \`number\`

## 4. States and transitions

### Wish

- Starts as: open

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Grant | granted | Manager, Director | | |
| open | Deny | denied | Director | | set reason = \`asked.why\` |
| open | Reject | denied | Director | | set reason = "too late" |

- Grant is decided by: any 1 of Manager then any 1 of Director, refused by any as Deny
- Deny asks for: why: text, required

### Wish: mood

- Starts as: hopeful

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| hopeful | Sigh | resigned | Member | | |
| hopeful | Cheer | glad | Member | | |

- Cheer is decided by: any 1 of Manager

## 5. Validation rules

none

## 6. Roles and permissions

- **Member**
- **Manager**
- **Director**

| Entity | Member | Manager | Director |
|---|---|---|---|
| Wish | create, read, history | read, history | read, history |
| User | read: name, email | read: name, email | read: name, email |

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

beforeAll(async () => {
  await nonet(["--version"]);
  writeFileSync(join(folder.path, "wishes.md"), text);
  product = await runProduct([join(folder.path, "wishes.md"), "--rehearse", ...(await dataOptions(join(folder.path, "data")))]);
  browser = await openBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

test("the panel shows whose turn it is, accepts an approval, and asks for the reason of a rejection", async () => {
  const member = await clientOf(product.address, "member@example.test");
  for (const name of ["a chair", "a desk"]) await member("POST", "/api/wishes", { name });
  const { page: manager } = await signIn(browser, product.address, "manager@example.test", pageErrors);
  await manager.goto(`${product.address}/wishes/W-0001`);
  const panel = manager.getByRole("region", { name: "Decision: Grant" });
  await panel.getByText("hasn't decided yet").waitFor();
  expect(await panel.locator("[aria-current=step]").innerText()).toContain("1. Manager");
  await manager.getByText("hopeful").first().waitFor();
  await panel.getByRole("button", { name: "Approve" }).click();
  await panel.getByText(/approved, /).waitFor();
  expect(await panel.getByRole("button", { name: /^(Approve|Reject|Abstain|Propose)$/ }).count()).toBe(0);
  const { page: director } = await signIn(browser, product.address, "director@example.test", pageErrors);
  await director.goto(`${product.address}/wishes/W-0001`);
  await director.getByRole("region", { name: "Decision: Grant" }).getByRole("button", { name: "Approve" }).click();
  await director.getByText("granted").first().waitFor();
  await manager.goto(`${product.address}/wishes/W-0002`);
  await panel.getByRole("button", { name: "Reject" }).click();
  await manager.getByRole("dialog").getByLabel(/^Why/).fill("too dear");
  await manager.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await manager.getByText("denied").first().waitFor();
  await manager.getByText("too dear").waitFor();
  expect(pageErrors).toEqual([]);
}, 120_000);

test("a no has one button, with the name of the action that it runs", async () => {
  const member = await clientOf(product.address, "member@example.test");
  const manager = await clientOf(product.address, "manager@example.test");
  const { id, number } = (await member("POST", "/api/wishes", { name: "a sofa" })).body;
  const { page } = await signIn(browser, product.address, "director@example.test", pageErrors);
  await page.goto(`${product.address}/wishes/${number}`);
  const panel = page.getByRole("region", { name: "Decision: Grant" });
  await panel.getByText("hasn't decided yet").waitFor();
  await page.getByRole("button", { name: "Deny", exact: true }).waitFor();
  await manager("POST", `/api/wishes/${id}/grant`, { decision: "yes" });
  await page.reload();
  await panel.getByRole("button", { name: "Deny", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Deny", exact: true }).count()).toBe(1);
  expect(await page.getByRole("button", { name: "Reject", exact: true }).count()).toBe(1);
  await panel.getByRole("button", { name: "Deny", exact: true }).click();
  await page.getByRole("dialog").getByLabel(/^Why/).fill("too large");
  await page.getByRole("dialog").getByRole("button", { name: "Deny" }).click();
  await page.getByText("too large").waitFor();
  expect(pageErrors).toEqual([]);
}, 120_000);

test("people who may propose have a button, and deciders have none before the proposal", async () => {
  const member = await clientOf(product.address, "member@example.test");
  const { number } = (await member("POST", "/api/wishes", { name: "a lamp" })).body;
  const [{ page: asks }, { page: decides }] = [
    await signIn(browser, product.address, "member@example.test", pageErrors),
    await signIn(browser, product.address, "manager@example.test", pageErrors),
  ];
  const name = { name: "Decision: Cheer" };
  await decides.goto(`${product.address}/wishes/${number}`);
  await decides.getByRole("region", name).getByText("Nobody has proposed Cheer on this Wish yet").waitFor();
  for (const answer of ["Approve", "Reject", "Propose"]) expect(await decides.getByRole("region", name).getByRole("button", { name: answer, exact: true }).count()).toBe(0);
  await asks.goto(`${product.address}/wishes/${number}`);
  await asks.getByRole("region", name).getByRole("button", { name: "Propose" }).click();
  await asks.getByText("Cheer: proposed.").waitFor();
  await asks.getByRole("region", name).getByText("You aren't among those who decide on this.").waitFor();
  expect(await asks.getByRole("region", name).getByRole("button", { name: "Propose" }).count()).toBe(0);
  await decides.reload();
  await decides.getByRole("region", name).getByRole("button", { name: "Approve", exact: true }).click();
  await decides.getByText("glad").first().waitFor();
  expect(pageErrors).toEqual([]);
}, 120_000);

test("a person appoints a deputy and removes them", async () => {
  const { page } = await signIn(browser, product.address, "manager@example.test", pageErrors);
  await page.getByRole("button", { name: /: account$/ }).click();
  await page.getByRole("menuitem", { name: "My deputies" }).click();
  await page.getByRole("combobox", { name: /^Deputy/ }).click();
  // The rehearsal bar has another list of people.
  await page.getByRole("listbox").getByRole("option", { name: "Director" }).click();
  await page.getByLabel("First day").fill("2030-06-01");
  await page.getByLabel("Last day").fill("2030-06-05");
  await page.getByRole("button", { name: "Appoint", exact: true }).click();
  const mine = page.getByRole("region", { name: "Your deputies" });
  await mine.getByRole("cell", { name: "Director", exact: true }).waitFor();
  expect(await mine.getByRole("row").nth(1).innerText()).toContain("5 Jun 2030");
  await mine.getByRole("button", { name: "Remove Director" }).click();
  await mine.getByText("You have no deputies.").waitFor();
  expect(pageErrors).toEqual([]);
}, 120_000);
