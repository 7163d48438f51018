/**
 * `npx tsx bench/scroll.ts [ROWS]`: how a long list feels (default 100,000 rows). It scrolls through all rows at three speeds
 * and prints the frames in a second, and how long the slowest ones took; then it clicks, seven times each, and prints the time
 * from the click to the next paint, as the browser's Event Timing reports it (in steps of 8 ms). The goals are 60 frames a second and 100 ms.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { openBrowser } from "../tests/browser/open-browser.ts";
import { runProduct, temporaryFolder } from "../tests/nonet-process.ts";

const rows = Number(process.argv[2] ?? 100_000);
const perImport = 10_000;
const seconds = 5;
const rounds = 7;

const shelf = `# Specification: Shelf

## 1. What the product does and for whom

- **Name**: Shelf
- **Time zone**: UTC
- **Currency**: EUR

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /items | Items | list of Item | Clerk |

### Items

- Columns: code, name, bought on, daily fee, state
- Filters: state, bought on
- Search: name
- Sort: code
- Actions: Retire

## 3. Entities and their fields

### Item

- code: text, required, unique
- name: text, required
- bought on: date
- daily fee: money
- Shown as: name

## 4. States and transitions

### Item

- Starts as: in use

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| in use | Retire | retired | Clerk | | |

## 6. Roles and permissions

- **Clerk** — keeps the shelf

| | Clerk |
|---|---|
| Item | all |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| requests per minute | 100000 | |
`;

declare global {
  var clicks: number[];
}

const email = "clerk@example.test";

async function fill(address: string): Promise<void> {
  const json = { "content-type": "application/json" };
  const signedIn = await fetch(`${address}/api/sign-in`, { method: "POST", headers: json, body: JSON.stringify({ email, password: "rehearsal" }) });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  for (let from = 0; from < rows; from += perImport) {
    const lines = Array.from({ length: Math.min(perImport, rows - from) }, (_, i) => {
      const n = from + i + 1;
      return `I${String(n).padStart(6, "0")},Item ${n} of the long shelf,2026-0${1 + (n % 9)}-1${n % 10},${n % 90}.50`;
    });
    const answer = await fetch(`${address}/api/items/import`, {
      method: "POST",
      headers: { cookie, "content-type": "text/csv" },
      body: `code,name,bought on,daily fee\n${lines.join("\n")}\n`,
    });
    if (!answer.ok) throw new Error(`Import: ${answer.status} ${await answer.text()}`);
  }
}

interface Frames {
  readonly perSecond: number;
  readonly p95: number;
  readonly longest: number;
}

/** Scrolls by so many pixels in each frame. */
async function scroll(page: Page, pixels: number): Promise<Frames> {
  const gaps = await page.evaluate(
    async ({ step, milliseconds }) => {
      const area = document.querySelector(".scroll-rows")!;
      area.scrollTop = 0;
      await new Promise((later) => setTimeout(later, 1000));
      const found: number[] = [];
      let before = await new Promise<number>(requestAnimationFrame);
      for (const end = before + milliseconds; before < end;) {
        area.scrollTop += step;
        const now = await new Promise<number>(requestAnimationFrame);
        found.push(now - before);
        before = now;
      }
      return found;
    },
    { step: pixels, milliseconds: seconds * 1000 },
  );
  const sorted = [...gaps].sort((a, b) => a - b);
  return { perSecond: gaps.length / (gaps.reduce((sum, gap) => sum + gap, 0) / 1000), p95: sorted[Math.floor(sorted.length * 0.95)]!, longest: sorted.at(-1)! };
}

/** From the click to the next paint, in milliseconds. The pointer is there a little earlier, as a person's is. */
async function feedback(page: Page, target: Locator): Promise<number> {
  await target.hover();
  await page.waitForTimeout(300);
  await page.evaluate(() => void (globalThis.clicks = []));
  await target.click();
  await page.waitForTimeout(700);
  return page.evaluate(() => Math.max(0, ...globalThis.clicks));
}

const folder = temporaryFolder();
const document = join(folder.path, "shelf.md");
writeFileSync(document, shelf);
const product = await runProduct([document, "--rehearse", "--data", join(folder.path, "data")]);
const browser = await openBrowser();
try {
  await fill(product.address);
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 } });
  const page = await context.newPage();
  await context.request.post(`${product.address}/api/sign-in`, { data: { email, password: "rehearsal" } });
  await page.addInitScript(() => {
    globalThis.clicks = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (["click", "pointerdown", "pointerup"].includes(entry.name)) globalThis.clicks.push(entry.duration);
    });
    observer.observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto(`${product.address}/items`);
  await page.getByRole("button", { name: "Scroll through all" }).click();
  await page.locator(".scroll-rows tbody tr").nth(5).waitFor();
  console.log(`${rows.toLocaleString("en")} rows\n\n| Scrolling | Frames a second | 95th percentile, ms | Longest frame, ms |\n|---|---|---|---|`);
  for (const [name, pixels] of [
    ["slowly, 5 rows a second", 4],
    ["a screen a second", 15],
    ["jumping, 50 rows in each frame", 2250],
  ] as const) {
    const { perSecond, p95, longest } = await scroll(page, pixels);
    console.log(`| ${name} | ${perSecond.toFixed(1)} | ${p95.toFixed(0)} | ${longest.toFixed(0)} |`);
  }
  const button = (name: string | RegExp) => page.getByRole("main").getByRole("button", { name }).first();
  const targets: readonly (readonly [string, Locator])[] = [
    ["a column's head, to sort", button(/name/i)],
    ["the box of a row", page.getByRole("row").nth(3).getByRole("checkbox")],
    ["New", button(/^New/)],
    ["Cancel", page.getByRole("dialog").getByRole("button", { name: "Cancel" })],
    ["a record", page.getByRole("row").nth(4).getByRole("link").first()],
  ];
  const taken = targets.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${product.address}/items`);
    await page.getByRole("row").nth(5).waitFor();
    await page.waitForTimeout(1000);
    for (const [i, [, target]] of targets.entries()) taken[i]!.push(Math.round(await feedback(page, target)));
  }
  console.log("\n| Click on | Until the next paint, ms: median | longest |\n|---|---|---|");
  for (const [i, [name]] of targets.entries()) console.log(`| ${name} | ${taken[i]!.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]} | ${Math.max(...taken[i]!)} |`);
} finally {
  await browser.close();
  await product.stop();
  folder.remove();
}
