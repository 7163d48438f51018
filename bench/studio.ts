/**
 * `npx tsx bench/studio.ts [lines …]`: how long the studio takes from a keystroke to the drawn diagnostic, in a real browser.
 *
 * Somebody writes in the middle of a document: a letter that makes a mistake of a rule, and its removal, in turn. Each figure
 * is the time from the key to the frame in which the mark has come or gone, as the 50th and 95th percentile in
 * milliseconds; the aim stands beside it. `longest task` is the longest time for which the page couldn't answer. The first
 * strokes aren't counted, while the engine learns. Build first: `npm run build`.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser } from "../tests/browser/open-browser.ts";
import { runProduct, temporaryFolder } from "../tests/nonet-process.ts";
import { grow } from "./grow.ts";

const warmUp = 10;
const strokes = 60;
const words = "due on >= opened";

interface Figures {
  readonly taken: readonly number[];
  readonly longest: number;
}

async function measure(lines: number): Promise<Figures> {
  const folder = temporaryFolder();
  const file = join(folder.path, "grown.md");
  const text = grow(lines);
  writeFileSync(file, text);
  const product = await runProduct([file, "--rehearse", "--data", join(folder.path, "data")]);
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 950 } });
    await page.goto(`${product.address}/-/studio`);
    await page.getByRole("tab", { name: /^Problems/ }).waitFor();
    await page.getByText("1. What the product").first().waitFor();
    await goTo(page, text);
    await watch(page);
    const taken: number[] = [];
    for (let i = 0; i < warmUp + strokes; i++) {
      await page.keyboard.press(i % 2 === 0 ? "x" : "Backspace");
      const milliseconds = await page.evaluate((marked) => (globalThis as unknown as Watching).drawn(marked), i % 2 === 0);
      if (i >= warmUp) taken.push(milliseconds);
      // As fast as a quick typist.
      await page.waitForTimeout(60);
    }
    return { taken, longest: await page.evaluate(() => (globalThis as unknown as Watching).longest) };
  } finally {
    await browser.close();
    await product.stop();
    folder.remove();
  }
}

/** Puts the cursor before the last word of a rule in the middle. */
async function goTo(page: Page, text: string): Promise<void> {
  const at = text.indexOf(words, text.length / 2) + "due on >= ".length;
  const before = text.slice(0, at).split("\n");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Alt+g");
  await page.keyboard.type(String(before.length));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Home");
  for (let i = 0; i < before.at(-1)!.length; i++) await page.keyboard.press("ArrowRight");
}

interface Watching {
  drawn(marked: boolean): Promise<number>;
  longest: number;
}

/** `drawn` resolves with the time between the last key and the frame in which the mark is there, or gone. */
async function watch(page: Page): Promise<void> {
  // As text: what compiles this file would add names to functions that the page doesn't know.
  await page.evaluate(`
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
    }).observe({ type: "longtask" });
    let pressed = 0;
    let wasMarked = document.querySelector(".cm-lintRange-error") !== null;
    let taken = null;
    addEventListener("keydown", (event) => ((pressed = event.timeStamp), (taken = null)), { capture: true });
    const frame = () => {
      const isMarked = document.querySelector(".cm-lintRange-error") !== null;
      if (isMarked !== wasMarked) taken = performance.now() - pressed;
      wasMarked = isMarked;
      requestAnimationFrame(frame);
    };
    frame();
    globalThis.drawn = (marked) =>
      new Promise((resolve) => {
        const wait = () => (taken !== null && wasMarked === marked ? resolve(taken) : setTimeout(wait, 5));
        wait();
      });
    undefined;
  `);
}

const percentile = (figures: readonly number[], part: number): number => [...figures].sort((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * part))]!;

const sizes = process.argv.slice(2).map(Number);
console.log(["lines", "p50", "p95", "aim", "longest task"].map((head) => head.padStart(13)).join(""));
for (const lines of sizes.length > 0 ? sizes : [500, 5_000]) {
  const { taken, longest } = await measure(lines);
  const figures = [String(lines), percentile(taken, 0.5).toFixed(0), percentile(taken, 0.95).toFixed(0), String(lines > 1_000 ? 100 : 50), longest.toFixed(0)];
  console.log(figures.map((cell) => cell.padStart(13)).join(""));
}
