/** Failed calls, API keys, the logo and single sign-on in a browser. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { client } from "../api-client.ts";
import { runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, signIn, visit } from "./open-browser.ts";

const folder = temporaryFolder();
const pageErrors: string[] = [];
let product: Running;
let browser: Browser;

const text = (signIn: string): string => `# Specification: Parcels

## 1. What the product does and for whom

- **Sign-in**: ${signIn}
- **Logo**: logo.svg

## 3. Entities and their fields

### Parcel

- name: text, required

## 4. States and transitions

### Parcel

- Starts as: here
- Ends as: gone

| From | Action | To | Who | Then |
|---|---|---|---|---|
| here | Send off | gone | Clerk | call Tell |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Parcel | all |

## 7. The calls it makes

### Tell

- Request: POST \`{carrier}/parcels\`
- Sends: \`{ name: name }\`

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| carrier | not shown | who fetches them |
`;

const write = (name: string, signIn: string): string => {
  const place = join(folder.path, name);
  mkdirSync(place);
  writeFileSync(join(place, "logo.svg"), '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="teal"/></svg>');
  writeFileSync(join(place, "parcels.md"), text(signIn));
  return join(place, "parcels.md");
};

beforeAll(async () => {
  product = await runProduct([write("one", "email and password"), "--rehearse", ...(await dataOptions(join(folder.path, "data")))]);
  browser = await openBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  expect(await product?.stop()).toBe(0);
  folder.remove();
});

const picture = (alt: { evaluate<T>(look: (image: HTMLImageElement) => T): Promise<T> }) => alt.evaluate((image) => image.complete && image.naturalWidth);

it("the Owner sees why a call failed, sends it again and discards it", async () => {
  const clerk = await signIn(browser, product.address, "clerk@example.test", pageErrors);
  await expect.poll(() => picture(clerk.page.locator("header img").first() as never)).toBe(40);
  const made = await clerk.page.evaluate(async () => {
    const send = async (path: string, body: unknown) => (await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
    const parcel = await send("/api/parcels", { name: "box" });
    return send(`/api/parcels/${parcel.id}/send-off`, {});
  });
  expect(made.state).toBe("gone");
  await fetch(`${product.address}/rehearsal/settle`, { method: "POST" });
  expect(await clerk.page.getByRole("link", { name: "Failed calls" }).count()).toBe(0);
  const owner = await signIn(browser, product.address, "owner@example.test", pageErrors);
  await owner.page.getByRole("link", { name: "Failed calls" }).click();
  const row = owner.page.getByRole("row", { name: /Tell/ });
  await row.waitFor();
  expect(await row.innerText()).toContain("The document doesn't say what carrier is.");
  await owner.page.getByRole("button", { name: "Send again: Tell" }).click();
  await fetch(`${product.address}/rehearsal/settle`, { method: "POST" });
  await owner.page.reload();
  await row.waitFor();
  await owner.page.getByRole("button", { name: "Discard Tell" }).click();
  await owner.page.getByText("No failed calls.").waitFor();
  expect(pageErrors).toEqual([]);
}, 90_000);

it("a person creates an API key, which is shown once and works, and deletes it", async () => {
  const { page } = await signIn(browser, product.address, "clerk@example.test", pageErrors);
  await page.getByRole("button", { name: /account$/ }).click();
  await page.getByRole("menuitem", { name: "API keys" }).click();
  await page.getByLabel("Name of the new key").fill("my script");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await page.locator("code").innerText();
  expect(key).toMatch(/^nk_.{40,}$/);
  expect((await client(product.address, key)("GET", "/api/me")).body).toMatchObject({ email: "clerk@example.test" });
  await page.reload();
  await page.getByRole("cell", { name: "my script", exact: true }).waitFor();
  expect(await page.getByText(key).count()).toBe(0);
  await page.getByRole("button", { name: "Delete the key my script" }).click();
  await page.getByText("You have no API keys yet.").waitFor();
  expect((await client(product.address, key)("GET", "/api/parcels")).status).toBe(401);
  expect(pageErrors).toEqual([]);
}, 90_000);

it("single sign-on leads to the provider, and shows why it isn't available", async () => {
  const single = await runProduct([write("two", "single sign-on; by invitation"), ...(await dataOptions(join(folder.path, "two-data")))]);
  try {
    expect(single.err()).toContain("Nobody can sign in by single sign-on: set NONET_OIDC_ISSUER, NONET_OIDC_CLIENT_ID and NONET_OIDC_CLIENT_SECRET.");
    const { page } = await visit(browser, `${single.address}/sign-in`, pageErrors);
    expect(await page.getByLabel("Password", { exact: true }).count()).toBe(0);
    await expect.poll(() => picture(page.locator("main img").first() as never)).toBe(40);
    await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.innerText()).toContain("NONET_OIDC_ISSUER");
  } finally {
    expect(await single.stop()).toBe(0);
  }
}, 120_000);
