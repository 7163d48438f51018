/** A real browser for the tests, and pages signed in as a person. */
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { chromiumArguments, findChromium } from "../../scripts/find-chromium.mjs";

export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("No browser: install Chromium, or name one in CHROMIUM.");
  return chromium.launch({ executablePath, args: chromiumArguments });
}

export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** A browser of one's own, on the product's first page. Faults of the page are collected for the test to look at. */
export async function visit(browser: Browser, address: string, faults: string[] = []): Promise<Person> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, locale: "en-GB", timezoneId: "Europe/Berlin" });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(address);
  return { page, context };
}

/** One of the rehearsal's people, by the address of their role. */
export async function signIn(browser: Browser, address: string, email: string, faults: string[] = []): Promise<Person> {
  const person = await visit(browser, `${address}/sign-in`, faults);
  await person.page.getByLabel("Email", { exact: true }).fill(email);
  await person.page.getByLabel("Password", { exact: true }).fill("rehearsal");
  await person.page.getByRole("button", { name: "Sign in", exact: true }).last().click();
  await person.page.getByRole("navigation").waitFor();
  await person.page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  return person;
}
