/** Opens a real browser for the tests, and pages with a signed-in user. */
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
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

/** Opens a new browser context on the address. Errors of the page are collected in `pageErrors`. */
export async function visit(browser: Browser, address: string, pageErrors: string[] = [], more: BrowserContextOptions = {}): Promise<Person> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, locale: "en-GB", timezoneId: "Europe/Berlin", reducedMotion: "reduce", ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on("pageerror", (error) => pageErrors.push(String(error)));
  page.on("console", (message) => void (message.text().startsWith("Uncompiled message") && pageErrors.push(message.text())));
  if (more.javaScriptEnabled !== false) waitForFrontEnd(page);
  await page.goto(address);
  return { page, context };
}

/** An address is open when the front end has drawn it. What the server has painted until then has tests of its own. */
function waitForFrontEnd(page: Page): void {
  const [open, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const drawn = async <T>(response: Promise<T>): Promise<T> => {
    const answer = await response;
    // A page that has all a visitor needs waits for a sign of them.
    await page.mouse.move(1, 1);
    await page.locator("#first-paint.office").waitFor({ state: "detached" });
    return answer;
  };
  page.goto = (url, options) => drawn(open(url, options));
  page.reload = (options) => drawn(reload(options));
}

interface SignInOptions extends BrowserContextOptions {
  /** The path of the API, for a document that moves it. */
  readonly api?: string;
}

/** Opens a page signed in as one of the rehearsal's people. The sign-in form has its own test. */
export async function signIn(browser: Browser, address: string, email: string, pageErrors: string[] = [], { api = "/api", ...more }: SignInOptions = {}): Promise<Person> {
  const person = await visit(browser, "about:blank", pageErrors, more);
  const answer = await person.context.request.post(`${address}${api}/sign-in`, { data: { email, password: "rehearsal" } });
  if (!answer.ok()) throw new Error(`${email} can't sign in: ${await answer.text()}`);
  await person.page.goto(address);
  await person.page.getByRole("button", { name: /: (account|Konto)$/ }).waitFor();
  return person;
}

/** Saves a screenshot if `PICTURES` names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
