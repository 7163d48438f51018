/** More of the Equipment Desk: batch actions, photos, people, and interruptions. */
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Ask, clientOf, morningOf } from "../api-client.ts";
import { root, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, picture, signIn, visit } from "./open-browser.ts";

const folder = temporaryFolder();
const pageErrors: string[] = [];
const start = async (port: string): Promise<Running> =>
  runProduct([join(root, "examples/equipment-desk"), "--rehearse", ...(await dataOptions(join(folder.path, "data"))), "--port", port]);
const png = {
  name: "camera.png",
  mimeType: "image/png",
  buffer: Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAE0lEQVR4nGPgLXmOFTEMLQkA3Lhvge/Y+MMAAAAASUVORK5CYII=", "base64"),
};
let product: Running;
let browser: Browser;
let manager: Ask;
let clerk: Ask;
let today: string;
const loans: string[] = [];

const day = (days: number): string => new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  [product, browser] = await Promise.all([start("0"), openBrowser()]);
  manager = await clientOf(product.address, "manager@example.test");
  clerk = await clientOf(product.address, "clerk@example.test");
  today = await morningOf(product.address);
  const categories = (await manager("GET", "/api/categories")).body.items as { id: string }[];
  for (const name of ["Camera", "كاميرا رقمية", "A recorder with four inputs and a name that goes on until it fills more than one line"]) {
    const item = await manager("POST", "/api/items", { name, category: categories[0]!.id, dailyFee: "12.50" });
    const loan = await clerk("POST", "/api/loans", { item: item.body.id, startDate: today, endDate: day(2) });
    expect(loan.status, JSON.stringify(loan.body)).toBe(201);
    loans.push(loan.body.number);
  }
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

const go = (page: Page, path: string): Promise<unknown> => page.goto(product.address + path);

it("the sign-in page describes the product, refuses a wrong password, and signs in", async () => {
  const { page, context } = await visit(browser, `${product.address}/loans`, pageErrors);
  await page.getByRole("heading", { level: 1, name: "Equipment Desk" }).waitFor();
  expect(await page.getByRole("link", { name: "Document" }).count()).toBe(0);
  expect((await context.request.get(`${product.address}/api/document`)).status()).toBe(401);
  await page.getByLabel("Email", { exact: true }).fill("clerk@example.test");
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.locator("form").getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("alert").getByText("The email or the password isn't right.").waitFor();
  await picture(page, "sign-in");
  await page.getByLabel("Password", { exact: true }).fill("rehearsal");
  await page.locator("form").getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Loans" }).waitFor();
  await context.close();
});

it("a batch action runs on each record, and shows which failed and why", async () => {
  await clerk("POST", `/api/loans/${loans[0]}/approve`, {});
  const { page, context } = await signIn(browser, product.address, "clerk@example.test", pageErrors);
  await go(page, "/loans");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("group", { name: "Actions for selected records" }).getByText("3 selected").waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Approve: 1 failed" });
  await alert.waitFor();
  expect((await alert.getByRole("listitem").allInnerTexts()).map((t) => t.slice(0, loans[0]!.length))).toEqual([loans[0]]);
  await page.getByText("Approve: 2 of 3 done.").waitFor();
  await page.getByRole("row").filter({ hasText: "approved" }).nth(2).waitFor();
  await picture(page, "batch");
  await context.close();
});

it("a manager adds a photo to an item, and a clerk adds photos on return", async () => {
  const { page, context } = await signIn(browser, product.address, "manager@example.test", pageErrors);
  await go(page, "/items/IT-0001");
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  let sent = 0;
  page.on("request", (request) => void (request.url().endsWith("/api/files") && sent++));
  await dialog.locator("input[type=file]").setInputFiles({ name: "manual.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") });
  await dialog.getByRole("alert").filter({ hasText: "“manual.pdf” isn't an image. Choose a PNG, JPEG, WebP or GIF file." }).waitFor();
  await dialog.getByRole("button", { name: "Remove manual.pdf" }).click();
  expect(sent).toBe(0);
  await dialog.locator("input[type=file]").setInputFiles(png);
  await page.getByRole("button", { name: "Use whole image" }).click();
  await dialog.getByText("camera.png").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  const photo = page.getByRole("img", { name: "camera.png" });
  await photo.waitFor();
  await page.waitForFunction(() => [...document.images].some((i) => i.alt === "camera.png" && i.naturalWidth === 8));
  await picture(page, "item-photo");
  await page.getByRole("button", { name: "Open camera.png" }).click();
  await page.getByRole("dialog").getByRole("img", { name: "camera.png" }).waitFor();
  await picture(page, "item-photo-large");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await clerk("POST", `/api/loans/${loans[0]}/hand-out`, {});
  await go(page, `/loans/${loans[0]}`);
  await page.getByRole("button", { name: "Return", exact: true }).and(page.locator(":not([aria-disabled])")).click();
  await dialog.locator("input[type=file]").setInputFiles([png, { ...png, name: "lens.png" }]);
  await dialog.getByText("lens.png").waitFor();
  await picture(page, "return");
  await dialog.getByRole("button", { name: "Return", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("img", { name: "lens.png" }).waitFor();
  expect((await manager("GET", `/api/loans/${loans[0]}`)).body.photos).toHaveLength(2);
  await context.close();
});

it("a borrower reserves an item from its page, and can't choose one that is retired", async () => {
  const categories = (await manager("GET", "/api/categories")).body.items as { id: string }[];
  const made = (await manager("POST", "/api/items", { name: "Typewriter", category: categories[0]!.id, retired: true })).body as { code: string };
  const { page, context } = await signIn(browser, product.address, "borrower@example.test", pageErrors);
  await go(page, "/items/IT-0001");
  await page.getByRole("button", { name: "Reserve", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Reserve" }).waitFor();
  const item = page.getByRole("combobox", { name: /^Item/ });
  expect(await item.inputValue()).toBe("Camera (IT-0001)");
  await item.fill("Type");
  const retired = page.getByRole("option", { name: /^Typewriter/ });
  await retired.getByText("Typewriter is no longer lent.").waitFor();
  expect(await retired.getAttribute("data-combobox-disabled")).toBe("true");
  await picture(page, "refused-choice");
  await go(page, `/items/${made.code}`);
  // It says why, so it takes the click; Playwright waits for what isn't disabled.
  await page.locator("[aria-disabled=true]", { hasText: "Reserve" }).click({ force: true });
  await page.getByText("Typewriter is no longer lent.").first().waitFor();
  expect(new URL(page.url()).pathname).toBe(`/items/${made.code}`);
  await context.close();
});

it("two people who have the same loan open see each other, until one of them leaves", async () => {
  const [one, other] = [await signIn(browser, product.address, "clerk@example.test", pageErrors), await signIn(browser, product.address, "manager@example.test", pageErrors)];
  const loan = `${product.address}/loans/${loans[0]}`;
  await one.page.goto(loan);
  await one.page.getByRole("heading", { level: 1 }).waitFor();
  expect(await one.page.getByText(/^Also here/).count()).toBe(0);
  await other.page.goto(loan);
  await one.page.getByRole("status").getByText("Also here: Manager").waitFor();
  await other.page.getByRole("status").getByText("Also here: Clerk").waitFor();
  await picture(one.page, "presence");
  await other.page.goto(`${product.address}/loans`);
  await one.page.getByText(/^Also here/).waitFor({ state: "detached" });
  await other.context.close();
  await one.context.close();
}, 120_000);

it("a value is edited in its row, with the mouse and by keyboard", async () => {
  const { page, context } = await signIn(browser, product.address, "manager@example.test", pageErrors);
  await go(page, "/items");
  const row = page.getByRole("row").filter({ hasText: "IT-0001" });
  const name = row.getByRole("cell", { name: "Camera", exact: true });
  await name.hover();
  await name.locator(".edit-pen").click();
  const editor = page.getByRole("dialog");
  await editor.getByLabel(/^Name/).fill("Camera two");
  await picture(page, "edit-in-row");
  await editor.getByRole("button", { name: "Save" }).click();
  await row.getByRole("cell", { name: "Camera two", exact: true }).waitFor();
  await row.getByRole("link").first().focus();
  await page.keyboard.press("F2");
  await editor.getByLabel(/^Daily fee/).waitFor();
  await editor.getByLabel(/^Name/).fill("Camera");
  await picture(page, "edit-row");
  await page.keyboard.press("Enter");
  await editor.waitFor({ state: "hidden" });
  await row.getByRole("cell", { name: "Camera", exact: true }).waitFor();
  await row.getByRole("button", { name: "Edit Camera (IT-0001)" }).and(page.locator(":focus")).waitFor();
  await context.close();
});

it("typed text that wasn't saved is offered after a reload, and gone once it is saved or discarded", async () => {
  const { page, context } = await signIn(browser, product.address, "manager@example.test", pageErrors);
  const dialog = page.getByRole("dialog");
  const name = dialog.getByLabel(/^Name/);
  const offer = dialog.getByText("You typed something here before and didn't save it.");
  const edit = async (): Promise<void> => {
    await go(page, "/items/IT-0001");
    await page.getByRole("button", { name: "Edit" }).click();
    await name.waitFor();
  };
  await edit();
  await name.fill("Half a na");
  page.once("dialog", (question) => void question.accept());
  await page.reload();
  await page.getByRole("button", { name: "Edit" }).click();
  await offer.waitFor();
  expect(await name.inputValue()).toBe("Camera");
  await picture(page, "draft");
  await dialog.getByRole("button", { name: "Restore" }).click();
  expect(await name.inputValue()).toBe("Half a na");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.waitFor({ state: "hidden" });
  await edit();
  expect(await offer.count()).toBe(0);
  await name.fill("Camera");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.waitFor({ state: "hidden" });
  await edit();
  await name.fill("Typed, then cancelled");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  await edit();
  expect(await offer.count()).toBe(0);
  await context.close();
});

it("what is typed is kept until the person agrees to leave it: on Escape, on going back and on another screen", async () => {
  const { page, context } = await signIn(browser, product.address, "manager@example.test", pageErrors);
  await go(page, "/");
  await page.getByRole("navigation").getByRole("link", { name: "Catalogue" }).click();
  await page.getByRole("button", { name: "New item" }).click();
  const name = page.getByRole("dialog", { name: "New item" }).getByLabel(/^Name/);
  await name.fill("Half a na");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const leave = [() => page.keyboard.press("Escape"), () => page.goBack(), () => page.evaluate(() => history.back())];
  for (const way of leave) {
    await way();
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    expect(new URL(page.url()).pathname).toBe("/items");
    expect(await name.inputValue()).toBe("Half a na");
  }
  await picture(page, "kept");
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await name.waitFor({ state: "detached" });
  await context.close();
});

it("a board is searched and filtered in its address", async () => {
  const { page, context } = await signIn(browser, product.address, "clerk@example.test", pageErrors);
  await go(page, "/desk");
  // The returned loan's column is folded.
  const cards = page.getByRole("article");
  await cards.nth(1).waitFor();
  await page.getByRole("searchbox", { name: "Search loans" }).fill(loans[1]!);
  await page.waitForURL(/search=/);
  await cards.nth(1).waitFor({ state: "detached" });
  expect(await cards.allInnerTexts()).toEqual([expect.stringContaining(loans[1]!)]);
  await page.getByRole("searchbox", { name: "Search loans" }).fill("nothing like it");
  await page.getByRole("status").getByText("No results").waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  await cards.nth(1).waitFor();
  await picture(page, "board");
  await context.close();
});

it("the Owner invites a person, grants roles, deactivates the account and erases it", async () => {
  const { page, context } = await signIn(browser, product.address, "owner@example.test", pageErrors);
  await go(page, "/people");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Ida Invited");
  await dialog.getByLabel("Email").fill("ida@example.test");
  await dialog.getByRole("button", { name: "Invite" }).click();
  await page.getByText("We sent them a link to choose how to sign in.").waitFor();
  const mails = async () =>
    (await (await context.request.get(`${product.address}/rehearsal/mails`)).json()) as { items: { to: string; body: string }[] } | { to: string; body: string }[];
  const link = async () => {
    const all = await mails();
    return /\/sign-in\/link#\S+/.exec((Array.isArray(all) ? all : all.items).find(({ to }) => to === "ida@example.test")?.body ?? "")?.[0];
  };
  await expect.poll(link).toBeTruthy();
  const invited = await context.browser()!.newPage();
  await invited.goto(product.address + (await link())!);
  await invited.getByRole("textbox", { name: "Password" }).fill("short");
  await invited.getByRole("button", { name: "Set password and sign in" }).click();
  await invited.getByRole("alert").getByText("A password has at least 10 characters.").waitFor();
  await invited.getByRole("textbox", { name: "Password" }).fill("a long enough password");
  await invited.getByRole("button", { name: "Set password and sign in" }).click();
  await invited.getByRole("button", { name: /: account$/ }).waitFor();
  await invited.close();
  const row = page.getByRole("row").filter({ hasText: "ida@example.test" });
  await row.getByRole("combobox").click({ force: true });
  await page.getByRole("listbox").getByRole("option", { name: "Clerk" }).click();
  await row.getByText("Clerk").waitFor();
  await page.keyboard.press("Escape");
  const ida = await clientOf(product.address, "ida@example.test", "a long enough password");
  await expect.poll(async () => (await ida("GET", "/api/me")).body.roles).toEqual(["Clerk"]);
  const active = page.getByRole("switch", { name: "Ida Invited is active" });
  await active.click({ force: true });
  await expect.poll(() => active.isChecked()).toBe(false);
  await expect.poll(async () => (await ida("GET", "/api/loans")).status).toBe(401);
  await picture(page, "people");
  await page.getByRole("button", { name: "Actions for Ida Invited" }).click();
  const data = await context.request.get(product.address + (await page.getByRole("menuitem", { name: "Download data" }).getAttribute("href"))!);
  expect(await data.text()).toContain("ida@example.test");
  await page.getByRole("menuitem", { name: "Erase data" }).click();
  await page.getByRole("dialog", { name: "Erase all data about Ida Invited?" }).getByRole("button", { name: "Erase data" }).click();
  await page.getByText(/The data of Ida Invited was erased/).waitFor();
  await row.waitFor({ state: "detached" });
  await context.close();
});

it("an unknown address, and a screen of other roles, show an error and a way back", async () => {
  const { page, context } = await signIn(browser, product.address, "borrower@example.test", pageErrors);
  for (const path of ["/nowhere", "/loans", "/people"]) {
    await go(page, path);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
  }
  await page.getByRole("link", { name: "Go to home page" }).click();
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  await go(page, "/loans/LN-1999-00001");
  await page.getByRole("alert").waitFor();
  await picture(page, "not-found");
  await context.close();
});

it("typed text survives the end of a session and a lost server", async () => {
  const { page, context } = await signIn(browser, product.address, "clerk@example.test", pageErrors);
  await go(page, `/loans/${loans[1]}`);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel(/^Purpose/).fill("Typed before the session ended");
  await context.request.post(`${product.address}/api/sign-out`, { data: {} });
  // Another request may notice the ended session first, so that the sign-in dialog already covers the button.
  await page.getByRole("dialog", { name: /^Edit/, includeHidden: true }).getByRole("button", { name: "Save", includeHidden: true }).dispatchEvent("click");
  const again = page.getByRole("dialog", { name: "Your session has ended" });
  await again.waitFor();
  await picture(page, "session-ended");
  await again.getByLabel("Password", { exact: true }).fill("rehearsal");
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.waitFor({ state: "hidden" });
  expect(await page.getByLabel(/^Purpose/).inputValue()).toBe("Typed before the session ended");
  await page.getByLabel(/^Purpose/).fill("Typed while the server was gone");
  const port = new URL(product.address).port;
  await product.stop();
  await page.getByRole("dialog", { name: /^Edit/ }).getByRole("button", { name: "Save" }).click();
  await page.getByText("The server can't be reached, so nothing was saved.").waitFor();
  await page.getByText("What you typed is still here.").waitFor();
  await picture(page, "server-gone");
  product = await start(port);
  await page.getByText("What you typed is still here.").waitFor({ state: "detached", timeout: 30_000 });
  expect(await page.getByLabel(/^Purpose/).inputValue()).toBe("Typed while the server was gone");
  await page.getByRole("dialog", { name: /^Edit/ }).getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByText("Typed while the server was gone").waitFor();
  await context.close();
}, 120_000);

it("the page follows dark mode and can switch to light mode", async () => {
  const { page, context } = await signIn(browser, product.address, "clerk@example.test", pageErrors, { colorScheme: "dark" });
  await go(page, "/loans");
  await page.getByRole("row").nth(1).waitFor();
  const brightness = await page.evaluate(() => (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, n) => sum + Number(n), 0));
  expect(brightness).toBeLessThan(150);
  await picture(page, "dark");
  await page.getByRole("button", { name: "Switch to light mode" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["mantineColorScheme"] === "light");
  await context.close();
});

it("emails that weren't sent can be read", async () => {
  await fetch(`${product.address}/rehearsal/settle`, { method: "POST" });
  const { page, context } = await signIn(browser, product.address, "clerk@example.test", pageErrors);
  await page.getByRole("button", { name: "Unsent emails and calls" }).click();
  const panel = page.getByRole("dialog", { name: "Not sent during rehearsal" });
  await panel.getByText(`Your loan ${loans[1]} is approved`).waitFor();
  await picture(page, "caught");
  await panel.getByRole("tab", { name: /^Calls/ }).click();
  await panel.getByRole("tabpanel").waitFor();
  expect(await panel.innerText()).not.toContain("{");
  await context.close();
});

it("no page has thrown an error", () => expect(pageErrors).toEqual([]));
