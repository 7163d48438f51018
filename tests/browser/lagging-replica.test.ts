/** An open page follows changes at once, also while the replica that answers its reads is behind. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchPostgres, type Postgres } from "@nonet/engine";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Ask, client } from "../api-client.ts";
import { runProduct, type Running, temporaryFolder } from "../nonet-process.ts";
import { makeStandby, type Standby } from "../operation/standby.ts";
import { openBrowser, visit } from "./open-browser.ts";

const text = `# Notes

## 1. What it does and for whom

- Sign-in: email and password; anyone may register as Writer

## 2. Screens and routes

| Route | Screen | Contents | Who | Menu |
|---|---|---|---|---|
| /notes | Notes | list of Note | Writer | yes |

## 3. Entities

### Note

- title: text, required
- hidden: yes/no, default no

## 6. Roles and permissions

- **Writer** — writes notes

| Entity | Writer |
|---|---|
| Note | read where \`hidden = no or created by = me\`, create, update |
`;

const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
let postgres: Postgres;
let standby: Standby;
let product: Running;
let browser: Browser;
let writer: Ask;
const pageErrors: string[] = [];

beforeAll(async () => {
  const file = join(folder.path, "notes.md");
  writeFileSync(file, text);
  postgres = await launchPostgres(join(folder.path, "postgres"));
  standby = await makeStandby(postgres.url);
  product = await runProduct([file, "--data", join(folder.path, "data"), "--database", postgres.url, "--replica", standby.url]);
  const { body } = await client(product.address)("POST", "/api/register", { email: "w@example.test", name: "Wim", password: "a good long sentence" });
  writer = client(product.address, body.token);
  browser = await openBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await standby?.close();
  await postgres?.stop();
  folder.remove();
  expect(pageErrors).toEqual([]);
});

async function readsBy(result: string): Promise<number> {
  const metrics = await (await fetch(`${product.address}/metrics`)).text();
  return Number(new RegExp(`nonet_replica_reads_total\\{result="${result}"\\} (\\d+)`).exec(metrics)?.[1]);
}

it("shows what others have created, changed and hidden meanwhile", async () => {
  const first = (await writer("POST", "/api/notes", { title: "before the delay" })).body;
  const { page } = await visit(browser, `${product.address}/notes`, pageErrors);
  await page.getByRole("button", { name: /^Register as/ }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Rea");
  await page.getByRole("textbox", { name: "Email" }).fill("r@example.test");
  await page.getByRole("textbox", { name: "Password" }).fill("another good sentence");
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await page.getByText("before the delay").waitFor();
  await writer("POST", "/api/notes", { title: "another one" });
  await page.getByText("another one").waitFor();
  await expect.poll(() => readsBy("replica")).toBeGreaterThan(0);

  await standby.pause();
  const second = (await writer("POST", "/api/notes", { title: "during the delay" })).body;
  await page.getByText("during the delay").waitFor();
  await writer("PATCH", `/api/notes/${second.id}`, { title: "changed during the delay" }, { "if-match": "*" });
  await page.getByText("changed during the delay").waitFor();
  expect((await writer("PATCH", `/api/notes/${first.id}`, { hidden: true }, { "if-match": "*" })).status).toBe(200);
  await page.getByText("before the delay").waitFor({ state: "detached" });
  // The standby itself still shows what is hidden now.
  expect((await standby.query(`select title from app.note where title = 'before the delay' and not hidden`)).length).toBe(1);
  await page.reload();
  await page.getByText("changed during the delay").waitFor();
  expect(await page.getByText("before the delay").count()).toBe(0);
  expect((await readsBy("behind")) + (await readsBy("unavailable"))).toBeGreaterThan(0);

  // Once the replica has caught up, it answers again what an open page reads after an event.
  await standby.resume();
  const before = await readsBy("replica");
  let changes = 0;
  const read = async (): Promise<number> => {
    const title = `change ${(changes += 1)} after the delay`;
    await writer("POST", "/api/notes", { title });
    await page.getByText(title).waitFor();
    return readsBy("replica");
  };
  await expect.poll(read, { timeout: 30_000 }).toBeGreaterThan(before);
}, 120_000);
