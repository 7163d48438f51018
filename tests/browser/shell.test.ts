/** What surrounds every screen: the menu, the command palette, shortcuts, and a lost connection. */
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clientOf } from "../api-client.ts";
import { root, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, picture, signIn } from "./open-browser.ts";

const folder = temporaryFolder();
const pageErrors: string[] = [];
let product: Running;
let browser: Browser;
let sister: Page;
let shiftName: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    runProduct([join(root, "examples/ward-rota"), "--rehearse", ...(await dataOptions(join(folder.path, "data"))), "--port", "0"]),
    openBrowser(),
  ]);
  const ask = await clientOf(product.address, "sister@example.test");
  const made = await ask("POST", "/api/kinds", { name: "Dawn", from: "04:00", to: "10:00" });
  const shift = await ask("POST", "/api/shifts", { kind: made.body.id, day: "2026-12-24" });
  expect(shift.status, JSON.stringify(shift.body)).toBe(201);
  shiftName = shift.body.number;
  sister = (await signIn(browser, product.address, "sister@example.test", pageErrors)).page;
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

const menu = () => sister.getByRole("navigation", { name: "Menu" });

it("a long menu without groups of its own is grouped by kind, and stays folded after a reload", async () => {
  expect(
    await menu()
      .getByRole("group")
      .evaluateAll((groups) => groups.map((group) => group.getAttribute("aria-label"))),
  ).toEqual(["Screens", "Records", "Planning", "New", "Reports"]);
  await sister.getByRole("button", { name: "Collapse menu" }).click();
  await sister.reload();
  await sister.getByRole("button", { name: "Expand menu" }).waitFor();
  expect((await menu().boundingBox())!.width).toBeLessThan(80);
  await picture(sister, "menu-folded");
  await menu().getByRole("link", { name: "New shift" }).click();
  await sister.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Plan" }).click();
  await sister.getByRole("heading", { level: 1, name: "Plan" }).waitFor();
  await sister.getByRole("button", { name: "Expand menu" }).click();
});

it("the command palette opens screens, finds records and creates them", async () => {
  await sister.keyboard.press("Control+k");
  const field = sister.getByRole("textbox", { name: "Search screens, records and actions" });
  await field.fill("wish");
  await sister.getByRole("button", { name: "Wish for a day off" }).waitFor();
  await field.fill(shiftName);
  await sister.getByRole("dialog").getByText("Dawn on 24 Dec 2026").waitFor();
  await picture(sister, "palette");
  await field.fill("wishes");
  await sister.keyboard.press("ArrowDown");
  await sister.keyboard.press("Enter");
  await sister.getByRole("heading", { level: 1, name: "Wishes" }).waitFor();
  await sister.keyboard.press("Control+k");
  await field.fill("new kind");
  await sister.keyboard.press("ArrowDown");
  await sister.keyboard.press("Enter");
  await sister.getByRole("dialog", { name: "New kind" }).waitFor();
  await sister.keyboard.press("Escape");
});

it("? lists the shortcuts, and those of one key can be turned off", async () => {
  await sister.goto(`${product.address}/month`);
  await sister.getByRole("heading", { level: 1, name: "Month" }).waitFor();
  await sister.keyboard.press("?");
  const dialog = sister.getByRole("dialog", { name: "Keyboard shortcuts" });
  await dialog.getByText("Agenda").waitFor();
  await picture(sister, "shortcuts");
  await dialog.getByRole("switch", { name: "Single-key shortcuts" }).uncheck();
  await sister.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await sister.keyboard.press("a");
  await sister.keyboard.press("?");
  expect(await dialog.count()).toBe(0);
  expect(new URL(sister.url()).searchParams.get("view")).toBeNull();
});

it("a lost connection is said, keeps the page, and ends by itself", async () => {
  await menu().getByRole("link", { name: "Plan", exact: true }).click();
  await sister.getByRole("heading", { level: 1, name: "Plan" }).waitFor();
  await sister.context().setOffline(true);
  await sister.getByRole("alert").getByText("You're offline").waitFor();
  await menu().getByRole("link", { name: "Hours" }).click();
  await sister.getByRole("heading", { level: 1, name: "You're offline" }).waitFor();
  await sister.context().setOffline(false);
  await sister.getByRole("button", { name: "Try again" }).click();
  await sister.getByRole("heading", { level: 1, name: "Hours" }).waitFor();
  expect(await sister.getByText("You're offline").count()).toBe(0);
  expect(pageErrors).toEqual([]);
});
