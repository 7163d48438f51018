/** A product in several languages: the document's languages, a visitor's and a person's choice, refusals and mails. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runProduct, type Running, temporaryFolder } from "../nonet-process.ts";
import { openBrowser, picture, signIn, visit } from "./open-browser.ts";

const text = `# Tool shed

## 1. What the product does and for whom

- Language: English, German, Arabic
- Time zone: Europe/Berlin
- Currency: EUR
- Sign-in: email and password; anyone may register as Clerk

People lend tools to each other.

- **Clerk** — hands out tools

### Translations

| Text | German | Arabic |
|---|---|---|
| Tool shed | Geräteschuppen | |
| People lend tools to each other. | Nachbarn leihen einander Werkzeug. | |
| Tool | Werkzeug | أداة |
| Tools | Werkzeuge | أدوات |
| price | Neupreis | |
| bought on | gekauft am | |
| state | Zustand | |
| free | verfügbar | |
| lent | verliehen | |
| Lend | Verleihen | |
| Vault | Tresor | |
| {price} is too much to lend. | Für {price} wird nicht verliehen. | |

## 2. Screens and routes

| Route | Screen | Shows | For | Menu |
|---|---|---|---|---|
| /tools | Tools | list of Tool | Clerk | yes |

## 3. Data and fields

### Tool

- name: text, required, unique, at most 20
- price: money
- bought on: date
- lent for: duration

Initial records:

| name | price | bought on | lent for |
|---|---|---|---|
| Drill | 1234.5 | 2026-03-01 | 2 days |
| Saw | 12 | 2026-03-02 | 1 day |

### Vault

- name: text

## 4. States and transitions

### Tool

| From | Action | To | Who | When |
|---|---|---|---|---|
| free | Lend | lent | Clerk | price <= 1,000 EUR else TOO_DEAR |
| lent | Take back | free | Clerk | |

## 6. Roles and permissions

| Entity | Clerk |
|---|---|
| Tool | create, read, update, delete, Lend, Take back |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_DEAR | 409 | {price} is too much to lend. |
`;

const folder = temporaryFolder();
let product: Running;
let browser: Browser;
const pageErrors: string[] = [];

beforeAll(async () => {
  const file = join(folder.path, "tools.md");
  writeFileSync(file, text);
  product = await runProduct([file, "--data", join(folder.path, "data"), "--rehearse"]);
  browser = await openBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
  expect(pageErrors).toEqual([]);
});

const german = { locale: "de-AT" };

it("visitors read the language that their browser asks for, and can choose another one", async () => {
  const { page, context } = await visit(browser, `${product.address}/sign-in`, pageErrors, german);
  await page.getByRole("button", { name: "Anmelden", exact: true }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  expect(await page.getByText("Passwort vergessen?").count()).toBe(1);
  await page.getByRole("textbox", { name: "E-Mail" }).fill("x@example.test");
  await page.getByRole("textbox", { name: "Passwort" }).fill("wrong");
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await page.getByText("E-Mail-Adresse oder Passwort ist nicht richtig.").waitFor();
  await picture(page, "sign-in-de");
  await page.getByRole("navigation", { name: "Sprache" }).getByRole("button", { name: "English" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  await context.close();
});

it("a person's choice counts on every device, for texts, dates, numbers and refusals", async () => {
  const { page, context } = await signIn(browser, product.address, "clerk@example.test", pageErrors);
  await page.goto(`${product.address}/account`);
  await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "Deutsch" });
  await page.getByRole("heading", { name: "Konto", level: 1 }).waitFor();
  await context.close();

  const other = await visit(browser, "about:blank", pageErrors, { viewport: { width: 390, height: 844 } });
  await other.context.request.post(`${product.address}/api/sign-in`, { data: { email: "clerk@example.test", password: "rehearsal" } });
  await other.page.goto(`${product.address}/tools`);
  await other.page.getByText("1.234,50 €").first().waitFor();
  expect(await other.page.locator("html").getAttribute("lang")).toBe("de");
  await picture(other.page, "tools-de-390");
  const refused = await other.context.request.post(`${product.address}/api/tools`, { data: {}, headers: { origin: product.address, "accept-language": "en" } });
  expect(await refused.json()).toMatchObject({ code: "required", title: "Prüfung fehlgeschlagen", detail: "Name ist erforderlich." });
  await other.context.close();
});

/** The clerk has chosen German before. */
async function clerkInGerman(): Promise<Awaited<ReturnType<typeof visit>>> {
  const person = await visit(browser, "about:blank", pageErrors);
  await person.context.request.post(`${product.address}/api/sign-in`, { data: { email: "clerk@example.test", password: "rehearsal" } });
  return person;
}

it("the document's own names, titles and messages are in the person's language where it translates them", async () => {
  const { page, context } = await clerkInGerman();
  await page.goto(`${product.address}/tools`);
  await page.getByRole("heading", { name: "Werkzeuge", level: 1 }).waitFor();
  await page.getByRole("columnheader", { name: "Gekauft am" }).waitFor();
  await page.getByRole("link", { name: "Saw" }).waitFor();
  expect(await page.getByRole("navigation").getByRole("link", { name: "Werkzeuge" }).count()).toBe(1);
  expect(await page.title()).toBe("Werkzeuge · Geräteschuppen");
  await picture(page, "tools-translated");
  await page.getByRole("link", { name: "Saw" }).click();
  await page.getByRole("button", { name: "Verleihen", exact: true }).click();
  await page.getByText("verliehen", { exact: true }).first().waitFor();
  await page.getByText("Neupreis").first().waitFor();
  // "Take back" isn't in the table.
  await page.getByRole("button", { name: "Take back", exact: true }).waitFor();
  await picture(page, "tool-translated");
  await context.close();
});

it("a message of the catalogue is in the language of the request, and names that one may not see aren't disclosed", async () => {
  const { context } = await clerkInGerman();
  const { items } = (await (await context.request.get(`${product.address}/api/tools?name=Drill`)).json()) as { items: { id: string; state: string }[] };
  expect(items[0]!.state).toBe("free");
  const refused = await context.request.post(`${product.address}/api/tools/${items[0]!.id}/lend`, { data: {}, headers: { origin: product.address } });
  expect(await refused.json()).toMatchObject({ code: "TOO_DEAR", detail: "Für €1,234.50 wird nicht verliehen." });
  const unnamed = await context.request.post(`${product.address}/api/tools`, { data: { name: "Drill" }, headers: { origin: product.address } });
  expect(await unnamed.json()).toMatchObject({ detail: expect.stringContaining("Werkzeug") });
  const { words } = (await (await context.request.get(`${product.address}/api/product`)).json()) as { words: Record<string, string> };
  expect(words).toMatchObject({ Tool: "Werkzeug", free: "verfügbar" });
  expect(words).not.toHaveProperty("Vault");
  await context.close();
});

it("the history's sentences, places of the document and durations are in the person's language", async () => {
  const { page, context } = await clerkInGerman();
  const { items } = (await (await context.request.get(`${product.address}/api/tools?name=Drill`)).json()) as { items: { id: string }[] };
  const address = `${product.address}/api/tools/${items[0]!.id}`;
  const change = (data: object) => context.request.patch(address, { data, headers: { origin: product.address, "if-match": "*" } });
  await change({ price: "1300" });
  await change({ boughtOn: null });
  await change({ boughtOn: "2026-04-05" });
  const sentences = async (): Promise<readonly string[]> => (await page.locator("[role=tabpanel] .mantine-Timeline-item").allInnerTexts()).map((text) => text.split("\n").at(-1)!);
  await page.goto(`${product.address}/tools`);
  await page.getByRole("row").filter({ hasText: "Drill" }).getByText("2 Tage", { exact: true }).waitFor();
  await page.getByRole("row").filter({ hasText: "Saw" }).getByText("1 Tag", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Drill" }).click();
  await page.getByRole("tab", { name: "Verlauf" }).click();
  const german = ["Gekauft am: 5. Apr. 2026", "Gekauft am geleert, vorher 1. März 2026", "Neupreis von 1.234,50 € auf 1.300,00 € geändert"];
  await expect.poll(async () => (await sentences()).slice(0, 3), { timeout: 10_000 }).toEqual(german);
  const drill = page.url();
  await page.goto(`${product.address}/document`);
  await page.getByRole("link", { name: "Zeile 3", exact: true }).first().waitFor();
  await context.close();

  // Somebody who has chosen no language reads the same in that of the browser.
  const english = await visit(browser, "about:blank", pageErrors);
  const registered = await english.context.request.post(`${product.address}/api/register`, { data: { name: "Ann", email: "ann@example.test", password: "nine drills and saws" } });
  expect(registered.status()).toBe(201);
  await english.page.goto(drill);
  await english.page.getByText("2 days", { exact: true }).waitFor();
  await english.page.getByRole("tab", { name: "History" }).click();
  const sentence = (text: string): Promise<void> => english.page.getByRole("tabpanel").getByText(text, { exact: true }).waitFor();
  await sentence("Bought on: 5 Apr 2026");
  await sentence("Cleared Bought on, which was 1 Mar 2026");
  await sentence("Changed Price from €1,234.50 to €1,300.00");
  await english.context.close();
});

it("the security log and the Document page are in the Owner's language", async () => {
  const { page, context } = await signIn(browser, product.address, "owner@example.test", pageErrors, german);
  await page.goto(`${product.address}/security-log`);
  await page.getByRole("heading", { name: "Sicherheitslog", level: 1 }).waitFor();
  const entry = page.getByRole("row").filter({ hasText: "Angemeldet" }).first();
  await entry.getByText("Mit Passwort").waitFor();
  expect(await entry.getByText(/ unter Linux$/).count()).toBe(1);
  expect(await page.getByText(/Signed in|password/).count()).toBe(0);
  await page.goto(`${product.address}/document`);
  await page.getByText("3. Entitäten und ihre Felder").waitFor();
  await page.getByText("Regeln, die jede Änderung erfüllen muss, gleich von wem sie kommt.").waitFor();
  await page.getByRole("tab", { name: /^Sätze/ }).click();
  await page.getByText("Die Erklärungen, Vorgaben und Meldungen zum Dokument sind auf Englisch.").waitFor();
  await context.close();
});

it("an action that another one leads back from can be undone", async () => {
  const { page, context } = await clerkInGerman();
  const { items } = (await (await context.request.get(`${product.address}/api/tools?name=Saw`)).json()) as { items: { id: string; state: string }[] };
  if (items[0]!.state === "free") await context.request.post(`${product.address}/api/tools/${items[0]!.id}/lend`, { data: {}, headers: { origin: product.address } });
  await page.goto(`${product.address}/tools`);
  const saw = page.getByRole("row").filter({ hasText: "Saw" });
  await saw.getByText("verliehen", { exact: true }).waitFor();
  await saw.getByRole("checkbox", { name: "Saw auswählen" }).check();
  await page.getByRole("button", { name: "Take back", exact: true }).click();
  await saw.getByText("verfügbar", { exact: true }).waitFor();
  await page.getByText("Take back: erledigt.").getByRole("button", { name: "Rückgängig" }).click();
  await page.getByText("Take back: rückgängig gemacht.").waitFor();
  await saw.getByText("verliehen", { exact: true }).waitFor();
  await context.close();
});

it("refusals follow Accept-Language where nobody has chosen", async () => {
  const refusal = async (language: string): Promise<unknown> => {
    const response = await fetch(`${product.address}/api/tools`, { headers: { "accept-language": language } });
    const { code, title } = (await response.json()) as Record<string, unknown>;
    return { code, title };
  };
  expect(await refusal("de-CH, en;q=0.5")).toEqual({ code: "not-signed-in", title: "Nicht angemeldet" });
  expect(await refusal("en, de;q=0.5")).toEqual({ code: "not-signed-in", title: "Not signed in" });
  expect(await refusal("fr")).toEqual({ code: "not-signed-in", title: "Not signed in" });
});

it("mails are in their receiver's language", async () => {
  const ask = (path: string, body?: unknown): Promise<Response> =>
    fetch(
      `${product.address}${path}`,
      body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json", "accept-language": "en" }, body: JSON.stringify(body) },
    );
  await ask("/api/sign-in/forgotten", { email: "clerk@example.test" });
  // The mail is written after the response, which doesn't say whether there is such an account.
  const latest = async (): Promise<unknown> => ((await (await ask("/rehearsal/mails")).json()) as unknown[]).at(-1);
  await expect.poll(latest, { timeout: 10_000 }).toMatchObject({ subject: "Tool shed: Passwort zurücksetzen", body: expect.stringContaining("Öffnen Sie diesen Link") });
});

it("a language that is written from right to left turns the page around", async () => {
  const { page, context } = await visit(browser, `${product.address}/sign-in`, pageErrors, { locale: "ar" });
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
  const [label, heading] = [await page.getByText("Forgot your password?").boundingBox(), await page.getByRole("heading", { level: 1 }).boundingBox()];
  expect(label!.x).toBeLessThan(heading!.x);
  await picture(page, "sign-in-rtl");
  await context.close();
});

it("in a page from right to left, the search and the palette begin at the right, also with texts from left to right", async () => {
  const { page, context } = await signIn(browser, product.address, "owner@example.test", pageErrors, { locale: "ar" });
  const centre = async (of: Locator): Promise<number> => {
    const { x, width } = (await of.boundingBox())!;
    return x + width / 2;
  };
  const button = page.locator("header .palette-button");
  expect(await centre(button.locator("svg"))).toBeGreaterThan(await centre(button.locator("kbd")));
  await button.click();
  const palette = page.getByRole("dialog");
  const field = palette.getByRole("textbox").or(palette.getByRole("searchbox")).or(palette.getByRole("combobox")).first();
  await field.fill("Doc");
  // The icon stands before the text, and the text begins beside it.
  expect(await centre(palette.locator("svg").first())).toBeGreaterThan(await centre(field));
  expect(await field.evaluate((one) => [getComputedStyle(one).direction, getComputedStyle(one).textAlign])).toEqual(["rtl", expect.stringMatching(/^(start|right)$/)]);
  const label = palette.locator(".mantine-Spotlight-actionLabel").first();
  await label.waitFor();
  const gap = await label.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return one.getBoundingClientRect().right - range.getBoundingClientRect().right;
  });
  expect(Math.abs(gap)).toBeLessThan(2);
  await picture(page, "palette-rtl");
  await context.close();
});

it("in a page from right to left, what is typed begins at the right, and a text from left to right keeps its order", async () => {
  const { page, context } = await visit(browser, "about:blank", pageErrors, { locale: "ar" });
  const registered = await context.request.post(`${product.address}/api/register`, { data: { name: "Omar", email: "omar@example.test", password: "nine drills and saws" } });
  expect(registered.status()).toBe(201);
  await page.goto(`${product.address}/tools`);
  await page.getByRole("heading", { name: "أدوات", level: 1 }).waitFor();
  await page.getByRole("button", { name: /^New/ }).click();
  const name = page.getByRole("dialog").getByRole("textbox", { name: /^Name/ });
  await name.fill("12 volts (new)");
  expect(await name.evaluate((one) => [getComputedStyle(one).direction, getComputedStyle(one).unicodeBidi, getComputedStyle(one).textAlign])).toEqual([
    "rtl",
    "plaintext",
    "right",
  ]);
  await picture(page, "form-rtl");
  await context.close();
});
