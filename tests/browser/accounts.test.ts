/** An account's life in a browser: invited by link, a second factor, passkeys, sessions, confirmation, acting for somebody, the security log. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import pg from "pg";
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clientOf } from "../api-client.ts";
import { runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { codeOf } from "../totp-code.ts";
import { freshDatabase } from "../shared-postgres.ts";
import { ownerPassword as passwordOfOwner } from "../security/small-product.ts";
import { openBrowser, picture, visit } from "./open-browser.ts";

const text = `# Specification: Desk

## 1. What the product does and for whom

Tools are lent here.

- **Sign-in**: email and password, passkey, with second factor for Manager; anyone may register as Clerk

For whom:

- **Manager** — runs the desk
- **Clerk** — hands tools out

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Tools | list of Tool | Manager, Clerk |

## 3. Entities and their fields

### Tool

- name: text, required

## 6. Roles and permissions

| | Manager | Clerk |
|---|---|---|
| Tool | all | read, create |
`;

const folder = temporaryFolder();
const pageErrors: string[] = [];
let product: Running;
let browser: Browser;
let database: pg.Client;
/** Passkeys need a host name. */
let address: string;
let ownerPassword: string;

beforeAll(async () => {
  const file = join(folder.path, "desk.md");
  writeFileSync(file, text);
  const on = await freshDatabase();
  product = await runProduct([file, "--data", join(folder.path, "data"), "--database", on.url, "--owner", "boss@corp.example"]);
  database = new pg.Client({ connectionString: on.url });
  await database.connect();
  address = product.address.replace("127.0.0.1", "localhost");
  ownerPassword = await passwordOfOwner(product);
  browser = await openBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await database?.end();
  expect(await product?.stop()).toBe(0);
  folder.remove();
  expect(pageErrors).toEqual([]);
});

const fill = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};
const account = (page: Page) => page.getByRole("button", { name: /: account$/ });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const isAccessible = async (page: Page): Promise<void> => {
  await page.evaluate(axe);
  const found = await page.evaluate(async () =>
    (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } }).axe.run(),
  );
  expect(found.violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
};

/** A device that has passkeys and verifies its user. */
async function withAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
  return session;
}

async function owner(): Promise<Page> {
  const { page } = await visit(browser, address, pageErrors);
  await fill(page, "boss@corp.example", ownerPassword);
  await account(page).waitFor();
  return page;
}

it("the Owner invites somebody by a link; they choose a password, must set up a second factor, and sign in with it", async () => {
  const boss = await owner();
  await boss.goto(`${address}/people`);
  await boss.getByRole("button", { name: "Invite" }).click();
  const dialog = boss.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Mia");
  await dialog.getByLabel("Email").fill("mia@corp.example");
  await dialog.getByRole("combobox", { name: "Roles" }).focus();
  await boss.keyboard.press("ArrowDown");
  await boss.getByRole("option", { name: "Manager" }).click();
  await dialog.getByRole("button", { name: "Invite" }).click();
  const link = (await boss.getByRole("status").locator("code").innerText()).replace("127.0.0.1", "localhost");
  await boss.getByText("Invited", { exact: true }).waitFor();
  await picture(boss, "people-invited");
  await isAccessible(boss);

  const { page } = await visit(browser, link, pageErrors);
  await page.getByRole("heading", { name: "Welcome to Desk" }).waitFor();
  await picture(page, "invitation");
  await isAccessible(page);
  await page.getByRole("textbox", { name: "Password" }).fill("mia@corp.example");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await page.getByText("This password is made of your name or email address.").waitFor();
  await page.getByRole("textbox", { name: "Password" }).fill("a good long sentence");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
  await picture(page, "enrollment");
  await page.getByRole("button", { name: "Set up an app" }).click();
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  await picture(page, "enrollment-app");
  await isAccessible(page);
  await page.getByLabel("Code").fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await page.getByText("Keep your recovery codes").waitFor();
  await picture(page, "recovery-codes");
  const recovery = await page.getByRole("region", { name: "Recovery codes" }).locator("code").first().innerText();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await account(page).waitFor();
  await page.getByRole("heading", { name: "Tools" }).waitFor();

  const again = (await visit(browser, address, pageErrors)).page;
  await fill(again, "mia@corp.example", "a good long sentence");
  await again.getByRole("heading", { name: "Second factor" }).waitFor();
  await picture(again, "second-factor");
  await isAccessible(again);
  await again.getByLabel("Code from your authenticator app").fill("000000");
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.getByText("The code isn't right, or was used already.").waitFor();
  await again.getByRole("button", { name: "Use a recovery code instead" }).click();
  await again.getByLabel("Recovery code").fill(recovery);
  await again.keyboard.press("Enter");
  await account(again).waitFor();
}, 180_000);

it("a person adds a passkey, signs in with it alone, and sees it on the Account page", async () => {
  const { page } = await visit(browser, address, pageErrors);
  const device = await withAuthenticator(page);
  await page.getByRole("button", { name: "Register as Clerk" }).click();
  await page.getByLabel("Name").fill("Cas");
  await page.getByLabel("Email").fill("cas@corp.example");
  await page.getByRole("textbox", { name: "Password" }).fill("a good long sentence");
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await account(page).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Keep your recovery codes").waitFor();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.getByRole("button", { name: /^Remove Passkey of/ }).waitFor();
  await picture(page, "account");
  await isAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, "account-narrow");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1360, height: 900 });

  await account(page).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await account(page).waitFor();
  // As a second factor after the password, on the same device.
  await account(page).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await fill(page, "cas@corp.example", "a good long sentence");
  await page.getByRole("heading", { name: "Second factor" }).waitFor();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await account(page).waitFor();
  // A device without the passkey gets nowhere.
  await device.send("WebAuthn.disable");
  const stranger = (await visit(browser, address, pageErrors)).page;
  await withAuthenticator(stranger);
  await stranger.getByRole("button", { name: "Sign in with a passkey" }).click();
  await stranger.getByText("No passkey was used").waitFor();
}, 180_000);

it("sessions are listed and ended; a password is changed with the current one", async () => {
  const [here, there] = [(await visit(browser, address, pageErrors)).page, (await visit(browser, address, pageErrors)).page];
  await here.getByRole("button", { name: "Register as Clerk" }).click();
  await here.getByLabel("Name").fill("Dee");
  await here.getByLabel("Email").fill("dee@corp.example");
  await here.getByRole("textbox", { name: "Password" }).fill("a good long sentence");
  await here.getByRole("button", { name: "Register", exact: true }).click();
  await account(here).waitFor();
  await fill(there, "dee@corp.example", "a good long sentence");
  await account(there).waitFor();
  await here.goto(`${address}/account`);
  const sessions = here.getByRole("region", { name: "Sessions" });
  await sessions.getByText("This one").waitFor();
  expect(await sessions.getByText(/^(Headless )?Chrome(HeadlessChrome)? on Linux|Chrome Headless on Linux|HeadlessChrome on Linux$/).count()).toBe(2);
  await sessions.getByRole("button", { name: /^End the session/ }).click();
  await here.waitForFunction(() => document.querySelectorAll('[aria-label="Sessions"] tbody tr').length === 1);
  await there.reload();
  await there.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  await here.getByRole("textbox", { name: "Current password" }).fill("wrong");
  await here.getByRole("textbox", { name: "New password" }).fill("another good sentence");
  await here.getByRole("button", { name: "Change password" }).click();
  await here.getByText("The current password isn't right.").waitFor();
  await here.getByRole("textbox", { name: "Current password" }).fill("a good long sentence");
  await here.getByRole("button", { name: "Change password" }).click();
  await here.getByText("Your password was changed.").waitFor();
  await fill(there, "dee@corp.example", "another good sentence");
  await account(there).waitFor();
}, 180_000);

it("the Owner sees the product as somebody else under a banner, and reads it in the security log", async () => {
  const boss = await owner();
  await boss.goto(`${address}/people`);
  await boss.getByRole("button", { name: "Actions for Dee" }).click();
  await boss.getByRole("menuitem", { name: "See as Dee" }).click();
  await boss.getByLabel("Reason").fill("Dee sees no tools");
  await boss.getByRole("button", { name: "Start" }).click();
  const banner = boss.getByRole("region", { name: "Acting for somebody else" });
  await banner.getByText(/You are acting for Dee until .* – read-only/).waitFor();
  await boss.getByRole("heading", { name: "Tools" }).waitFor();
  await picture(boss, "acting");
  await isAccessible(boss);
  await banner.getByRole("button", { name: "Stop" }).click();
  await boss.getByRole("heading", { name: "People" }).waitFor();
  await boss.getByRole("link", { name: "Security log" }).click();
  await boss.getByRole("cell", { name: "The Owner started acting for the person" }).waitFor();
  await boss.getByText(/^May only read, reason: Dee sees no tools$/).waitFor();
  await picture(boss, "security-log");
  await isAccessible(boss);
  await boss.getByLabel("Event").first().click();
  await boss.getByRole("option", { name: "Added a second factor" }).click();
  await boss.getByRole("cell", { name: "Passkey" }).first().waitFor();
  const [download] = await Promise.all([boss.waitForEvent("download"), boss.getByRole("link", { name: "CSV" }).click()]);
  expect(download.suggestedFilename()).toBe("security-log.csv");
}, 180_000);

it("whoever signs in with a password that a program has set chooses their own first", async () => {
  const boss = await clientOf(product.address, "boss@corp.example", ownerPassword);
  expect((await boss("POST", "/api/people", { email: "ned@corp.example", name: "Ned", roles: ["Clerk"], password: "set by a program" })).status).toBe(201);
  const { page } = await visit(browser, address, pageErrors);
  await fill(page, "ned@corp.example", "set by a program");
  await page.getByRole("heading", { name: "Choose your password" }).waitFor();
  await picture(page, "new-password");
  await isAccessible(page);
  await page.getByRole("textbox", { name: "New password" }).fill("set by a program");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await page.getByText("Choose another password than the one that you were given.").waitFor();
  await page.getByRole("textbox", { name: "New password" }).fill("a good long sentence");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await account(page).waitFor();
});

it("asking for a password reset doesn't disclose whether there is an account", async () => {
  const { page } = await visit(browser, address, pageErrors);
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email").fill("nobody@corp.example");
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText("If there is an account with this address").waitFor();
  await picture(page, "forgotten");
  await isAccessible(page);
}, 60_000);

it("without passwords, an Owner gets in by a link and adds a passkey, and others register with one", async () => {
  const file = join(folder.path, "keys.md");
  writeFileSync(file, text.replace("email and password, passkey, with second factor for Manager", "passkey"));
  const data = join(folder.path, "keys");
  const keys = await runProduct([file, "--data", data, "--owner", "boss@corp.example"]);
  try {
    const site = keys.address.replace("127.0.0.1", "localhost");
    const link = /(http\S+#\S+)/.exec(keys.err())![1]!.replace("127.0.0.1", "localhost");
    const { page } = await visit(browser, link, pageErrors);
    await withAuthenticator(page);
    await page.getByRole("button", { name: "Continue with a passkey" }).click();
    await page.getByRole("heading", { name: "Add a passkey" }).waitFor();
    await picture(page, "passkey-only");
    await isAccessible(page);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("button", { name: "I have saved them" }).click();
    await account(page).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await account(page).waitFor();

    const other = (await visit(browser, site, pageErrors)).page;
    await withAuthenticator(other);
    await other.getByRole("button", { name: "Register as Clerk" }).click();
    await other.getByLabel("Name").fill("Fay");
    await other.getByLabel("Email").fill("fay@corp.example");
    expect(await other.getByLabel("Password").count()).toBe(0);
    await other.getByRole("button", { name: "Register", exact: true }).click();
    await other.getByRole("button", { name: "Add a passkey" }).click();
    await other.getByRole("button", { name: "I have saved them" }).click();
    await other.getByRole("heading", { name: "Tools" }).waitFor();
    // The only passkey of somebody who has no password stays.
    await other.goto(`${site}/account`);
    await other.getByRole("button", { name: /^Remove Passkey/ }).click();
    await other
      .getByRole("dialog", { name: /^Remove Passkey/ })
      .getByRole("button", { name: "Remove" })
      .click();
    await other.getByText("You sign in with this passkey. Add another one first.").waitFor();
  } finally {
    await keys.stop();
  }
}, 180_000);

it("a dangerous change asks for a confirmation, and then goes on by itself", async () => {
  const boss = await owner();
  await database.query("update nonet.session set confirmed_at = now() - interval '16 minutes'");
  await boss.goto(`${address}/people`);
  const active = boss.getByRole("switch", { name: "Cas is active" });
  await active.locator("xpath=..").click();
  const dialog = boss.getByRole("dialog", { name: "Confirm that it's you" });
  await dialog.getByRole("textbox", { name: "Password" }).fill("wrong password");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText("The password isn't right.").waitFor();
  await picture(boss, "confirm");
  await isAccessible(boss);
  await dialog.getByRole("textbox", { name: "Password" }).fill(ownerPassword);
  await boss.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await boss.reload();
  await boss.getByRole("switch", { name: "Cas is active" }).waitFor();
  expect(await boss.getByRole("switch", { name: "Cas is active" }).isChecked()).toBe(false);
}, 60_000);
