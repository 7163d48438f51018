/**
 * What the first visit to a screen costs: bytes over the wire (brotli), time until something and the most is painted, and
 * how much the layout shifts, on a desktop and on a slow phone. `npx tsx bench/screens.ts [EXAMPLE]`
 */
import type { Browser, BrowserContextOptions } from "playwright-core";
import { openBrowser } from "../tests/browser/open-browser.ts";
import { runFilled } from "../tests/gallery/filled-example.ts";

interface Visit {
  readonly name: string;
  readonly email: string | null;
  readonly path: string;
}

/** The slow phone: a quarter of the processor's speed, 1.6 Mbit/s and 150 ms to the server. */
const slow = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const phone: BrowserContextOptions = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1.75 };
const desktop: BrowserContextOptions = { viewport: { width: 1360, height: 900 } };

interface Measured {
  readonly bytes: number;
  readonly requests: number;
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly shift: number;
}

declare global {
  var paints: { largest: number; shift: number };
}

async function measure(browser: Browser, address: string, { email, path }: Visit, onPhone: boolean): Promise<Measured> {
  const context = await browser.newContext(onPhone ? phone : desktop);
  const page = await context.newPage();
  if (email !== null) await context.request.post(`${address}/api/sign-in`, { data: { email, password: "rehearsal" } });
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  if (onPhone) {
    await cdp.send("Network.emulateNetworkConditions", slow);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  }
  let bytes = 0;
  let requests = 0;
  const code = new Set<string>();
  cdp.on("Network.responseReceived", ({ requestId, type }) => void (["Document", "Script", "Stylesheet", "Font"].includes(type) && code.add(requestId)));
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    requests++;
    if (code.has(requestId)) bytes += encodedDataLength;
  });
  await page.addInitScript(() => {
    globalThis.paints = { largest: 0, shift: 0 };
    new PerformanceObserver((list) => list.getEntries().forEach(({ startTime }) => (globalThis.paints.largest = startTime))).observe({
      type: "largest-contentful-paint",
      buffered: true,
    });
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => {
        const { value, hadRecentInput } = entry as PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };
        if (!hadRecentInput) globalThis.paints.shift += value;
      }),
    ).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${address}${path}`);
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.waitForFunction(() => !document.querySelector("#root:empty, .mantine-Loader-root, .mantine-Skeleton-root"), undefined, { timeout: 60_000 });
  await page.waitForTimeout(500);
  const seen = await page.evaluate(() => ({
    firstPaint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    largestPaint: globalThis.paints.largest,
    shift: globalThis.paints.shift,
  }));
  await context.close();
  return { bytes, requests, ...seen };
}

const visits: Readonly<Record<string, readonly Visit[]>> = {
  "equipment-desk": [
    { name: "Sign-in", email: null, path: "/sign-in" },
    { name: "List", email: "clerk@example.test", path: "/loans" },
    { name: "Record", email: "clerk@example.test", path: "/loans/LN-2024-00001" },
    { name: "Dashboard", email: "clerk@example.test", path: "/" },
  ],
  "open-museum": [{ name: "Public screen", email: null, path: "/" }],
};

const browser = await openBrowser();
console.log("| Screen | Device | Requests | Code and styles, bytes | First paint, ms | Largest paint, ms | Layout shift |\n|---|---|---|---|---|---|---|");
try {
  for (const [example, screens] of Object.entries(visits)) {
    const product = await runFilled(example, false);
    try {
      for (const screen of screens)
        for (const onPhone of [false, true]) {
          const { bytes, requests, firstPaint, largestPaint, shift } = await measure(browser, product.address, screen, onPhone);
          console.log(
            `| ${screen.name} | ${onPhone ? "slow phone" : "desktop"} | ${requests} | ${bytes.toLocaleString("en")} | ${Math.round(firstPaint)} | ${Math.round(largestPaint)} | ${shift.toFixed(3)} |`,
          );
        }
    } finally {
      await product.stop();
    }
  }
} finally {
  await browser.close();
}
