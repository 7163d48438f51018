/** Signed-in people see their screen before the scripts have run: what their role may see of it, in the place where it stays. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Ask, clientOf } from "../api-client.ts";
import { runProduct, type Running, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, picture, signIn } from "./open-browser.ts";

const specification = `# Specification: Pet Care

## 1. What the product does and for whom

The practice looks after animals.

- **Vet** — treats animals
- **Helper** — feeds animals

- **Language**: English, Arabic
- **Colour**: #0f766e

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Today | dashboard | everyone |
| /animals | Animals | list of Animal | everyone |
| /animals/:id | Animal | Animal | everyone |
| /visits | Visits | list of Visit | everyone |
| /treatments | Treatments | list of Treatment | everyone |

### Today

- Number "Animals here": \`count(Animal)\`

### Animals

- Columns: name, arrived, weight, diagnosis, state
- Sort: name

## 3. Entities and their fields

### User

- name: text, required
- email: email, required, unique

### Animal

- name: text, required
- Shown as: \`name\`
- arrived: date
- weight: number
- price: money in EUR
- diagnosis: text

### Visit

- subject: text, required
- person: User, default: me
- Shown as: \`subject\`

### Treatment

- name: text, required

## 4. States and transitions

### Animal

- Starts as: waiting

| From | Action | Who | To |
|---|---|---|---|
| waiting | Admit | Vet | admitted |

## 6. Roles and permissions

- **Vet**
- **Helper**

| | Vet | Helper |
|---|---|---|
| Animal | all | read |
| Animal: diagnosis | all | – |
| Visit | create, read own | create, read own |
| Treatment | all | read |
| User | read | read |

Own: a Visit is its person's.
`;

const folder = temporaryFolder();
const pageErrors: string[] = [];
let product: Running;
let browser: Browser;
let vet: Ask;
let animal: string;

beforeAll(async () => {
  const document = join(folder.path, "pets.md");
  writeFileSync(document, specification);
  [product, browser] = await Promise.all([runProduct([document, "--rehearse", ...(await dataOptions(join(folder.path, "data")))]), openBrowser()]);
  vet = await clientOf(product.address, "vet@example.test");
  const helper = await clientOf(product.address, "helper@example.test");
  for (const [i, name] of ["Luna <b>", "Otto", "A dog with a name that is much longer than the names of other dogs and has no end"].entries()) {
    const made = await vet("POST", "/api/animals", { name, arrived: `2026-03-0${i + 1}`, weight: "12.5", price: "1234.50", diagnosis: "Mange" });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    if (name === "Otto") animal = made.body.id as string;
  }
  expect((await vet("POST", "/api/visits", { subject: "The vet's own visit" })).status).toBe(201);
  expect((await helper("POST", "/api/visits", { subject: "The helper's own visit" })).status).toBe(201);
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

/** The page as the server sends it to somebody with this session. */
async function html(path: string, cookie: string, headers: Record<string, string> = {}): Promise<string> {
  return (await fetch(product.address + path, { headers: { accept: "text/html", cookie, ...headers } })).text();
}

async function sessionOf(email: string): Promise<string> {
  const body = JSON.stringify({ email, password: "rehearsal" });
  const answer = await fetch(`${product.address}/api/sign-in`, { method: "POST", headers: { "content-type": "application/json", origin: product.address }, body });
  return answer.headers.get("set-cookie")!.split(";")[0]!;
}

const painted = (page: string): string => /<div id="first-paint".*?<div id="root">/s.exec(page)?.[0] ?? "";

/** What is painted once this stands in it. On a busy machine the records can take longer than a page waits for them: then it comes without, and is asked for again. */
async function paintedWith(part: string, path: string, cookie: string, headers: Record<string, string> = {}): Promise<string> {
  let seen = "";
  await expect.poll(async () => (seen = painted(await html(path, cookie, headers))), { timeout: 30_000 }).toContain(part);
  return seen;
}

it("the page contains what the role may see of the screen, and nothing else", async () => {
  const [ofVet, ofHelper] = [await sessionOf("vet@example.test"), await sessionOf("helper@example.test")];
  const seenByVet = await paintedWith("Mange", "/animals", ofVet);
  expect(seenByVet).toContain("2 Mar 2026");
  expect(seenByVet).toContain("waiting");
  expect(seenByVet).toContain(`href="/animals/${animal}"`);
  // A name is no HTML.
  expect(seenByVet).toContain("Luna &#60;b&#62;");
  expect(seenByVet).toContain('href="/animals" class="fp-entry fp-current" aria-current="page"');
  const seenByHelper = await paintedWith("Otto", "/animals", ofHelper);
  expect(seenByHelper).not.toMatch(/Mange|[Dd]iagnosis/);
  const ownRecord = await paintedWith("Mange", `/animals/${animal}`, ofVet);
  for (const part of ["€1,234.50", "waiting"]) expect(ownRecord).toContain(part);
  const record = await paintedWith('<h1 dir="auto">Otto</h1>', `/animals/${animal}`, ofHelper);
  expect(record).not.toMatch(/Mange|[Dd]iagnosis/);
  // Another person's own records.
  const visits = await paintedWith("The helper&#39;s own visit", "/visits", ofHelper);
  expect(visits).not.toContain("The vet");
  expect(await paintedWith("<span>3</span>", "/", ofHelper)).toMatch(/Animals here.*<span>3<\/span>/s);
  await paintedWith("No treatments yet", "/treatments", ofHelper);
  expect(painted(await html("/animals/nothing", ofHelper))).toContain("fp-menu");
});

it("the page is this person's alone, in their language, and without a session it is plain", async () => {
  const session = await sessionOf("vet@example.test");
  const answer = await fetch(`${product.address}/animals`, { headers: { accept: "text/html", cookie: session } });
  expect(answer.headers.get("cache-control")).toBe("private, no-cache");
  expect(answer.headers.get("vary")).toContain("Cookie");
  const arabic = await html("/animals", session, { "accept-language": "ar" });
  expect(arabic).toMatch(/<html [^>]*lang="ar" dir="rtl"/);
  await paintedWith("Otto", "/animals", session, { "accept-language": "ar" });
  expect(await html("/animals", session.replace(/=.*/, "=no-such-session"))).not.toContain('id="first-paint"');
  await fetch(`${product.address}/api/sign-out`, { method: "POST", headers: { cookie: session, origin: product.address, "content-type": "application/json" }, body: "{}" });
  expect(await html("/animals", session)).not.toContain('id="first-paint"');
});

it("the rehearsal's other person sees their own screen", async () => {
  const session = await sessionOf("vet@example.test");
  const body = JSON.stringify({ email: "helper@example.test" });
  const became = await fetch(`${product.address}/rehearsal/become`, {
    method: "POST",
    headers: { cookie: session, origin: product.address, "content-type": "application/json" },
    body,
  });
  const other = became.headers.get("set-cookie")!.split(";")[0]!;
  const visits = await paintedWith("The helper&#39;s own visit", "/visits", other);
  expect(visits).not.toContain("The vet");
});

/** Opens the page again until its records came in time. */
async function openPainted(page: Page, path: string): Promise<void> {
  for (let tries = 10; ; tries -= 1) {
    await page.goto(product.address + path, { waitUntil: "commit" });
    const came = page.locator("#first-paint main").getByRole("link", { name: "Otto" }).waitFor({ timeout: 2000 });
    if (tries === 0) return came;
    if (
      await came.then(
        () => true,
        () => false,
      )
    )
      return;
  }
}

const scripts = /\/assets\/.*\.js$/;

/** Opens the page while its scripts are held back; they run once `release` is called. */
async function heldBack(context: BrowserContext, path: string): Promise<{ readonly page: Page; release(): void }> {
  const page = await context.newPage();
  page.on("pageerror", (error) => pageErrors.push(String(error)));
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await openPainted(page, path);
  return { page, release };
}

const box = (page: Page, within: string, text: string) => page.locator(`${within} h1, ${within} a`).filter({ hasText: text }).first().boundingBox();

it("the list can be read and followed before the scripts have come, and nothing moves when they take over", async () => {
  for (const [width, colorScheme] of [
    [1280, "light"],
    [390, "dark"],
  ] as const) {
    const { context } = await signIn(browser, product.address, "vet@example.test", pageErrors, { viewport: { width, height: 800 }, colorScheme });
    const { page, release } = await heldBack(context, "/animals");
    await page.getByRole("heading", { level: 1, name: "Animals" }).waitFor();
    await picture(page, `paint-${width}-before`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const before = [await box(page, "#first-paint main", "Animals"), await box(page, "#first-paint main", "Otto")];
    release();
    await page.locator("#first-paint").waitFor({ state: "detached" });
    const after = [await box(page, "#root main", "Animals"), await box(page, "#root main", "Otto")];
    for (const [i, place] of after.entries()) {
      expect(Math.abs(place!.x - before[i]!.x)).toBeLessThanOrEqual(2);
      expect(Math.abs(place!.y - before[i]!.y)).toBeLessThanOrEqual(2);
    }
    await picture(page, `paint-${width}-after`);
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0))).toBeLessThanOrEqual(0.02);
    await context.close();
  }
});

it("with scripts switched off, the list is read and its links lead on", async () => {
  const { context } = await signIn(browser, product.address, "vet@example.test", pageErrors);
  const cookies = await context.cookies();
  await context.close();
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await plain.addCookies(cookies);
  const page = await plain.newPage();
  await openPainted(page, "/animals");
  await page.getByRole("link", { name: "Otto" }).click();
  await expect.poll(async () => (await page.reload(), page.getByRole("heading", { level: 1, name: "Otto" }).count()), { timeout: 30_000 }).toBe(1);
  await plain.close();
});

it("on a device that prefers dark, the page is dark before any script has run", async () => {
  const { context } = await signIn(browser, product.address, "vet@example.test", pageErrors);
  const cookies = await context.cookies();
  await context.close();
  const plain = await browser.newContext({ javaScriptEnabled: false, colorScheme: "dark" });
  await plain.addCookies(cookies);
  const page = await plain.newPage();
  await openPainted(page, "/animals");
  await picture(page, "paint-dark-without-scripts");
  const colours = async (of: string) =>
    page
      .locator(of)
      .first()
      .evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color]);
  expect(await colours("body")).toEqual(["rgb(22, 24, 27)", "rgb(201, 201, 201)"]);
  expect((await colours("#first-paint .card"))[0]).toBe("rgb(30, 33, 36)");
  await plain.close();
});

it("the focus stays on the link that had it, and a folded menu is folded from the start", async () => {
  const { page: first, context } = await signIn(browser, product.address, "vet@example.test", pageErrors);
  await first.getByRole("button", { name: "Collapse menu" }).click();
  const { page, release } = await heldBack(context, "/animals");
  const link = page.locator("#first-paint main").getByRole("link", { name: "Otto" });
  await link.focus();
  expect((await page.locator("#first-paint .fp-menu").boundingBox())!.width).toBe(64);
  release();
  await page.locator("#first-paint").waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe(`/animals/${animal}`);
  await context.close();
});

it("no page has thrown an error", () => expect(pageErrors).toEqual([]));
