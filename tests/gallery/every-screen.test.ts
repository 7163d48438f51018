/**
 * Every screen of every example for every role, filled and empty, light and dark, on a desktop and a phone, with their
 * dialogs and menus: axe finds nothing, no page throws, no page scrolls sideways, and controls are at least 24 by 24
 * pixels. The screens look as in the last release, or somebody has looked at what changed. `npm run gallery` takes the same pictures to look at. Without NONET_LONG only the Equipment Desk is looked at, on a phone.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../browser/open-browser.ts";
import { root, temporaryFolder } from "../nonet-process.ts";
import { devices, schemes } from "./gallery-options.ts";
import { problemsIn, readGallery } from "./gallery-page.ts";
import { changesSinceRelease } from "./released-looks.ts";
import { takeGallery } from "./take-gallery.ts";

const folder = temporaryFolder();
let browser: Browser;

beforeAll(async () => void (browser = await openBrowser()));
afterAll(async () => {
  await browser?.close();
  folder.remove();
});

const isLong = process.env["NONET_LONG"] !== undefined;
const examples = isLong ? readdirSync(join(root, "examples")).sort() : ["equipment-desk"];
const looks = isLong ? { schemes, devices } : { schemes: ["light"] as const, devices: ["phone"] as const };
/** The largest example has some thousand pages. */
const hours = 3 * 3_600_000;

for (const empty of isLong ? [true, false] : [false])
  test.each(examples)(
    `%s ${empty ? "without" : "with"} records`,
    async (example) => {
      const out = join(folder.path, `${example} ${empty}`);
      await takeGallery(browser, example, { out, examples: [example], roles: null, screens: null, ...looks, empty, again: true, asOpened: false, release: false }, () => undefined);
      const taken = readGallery(out);
      expect(taken.length).toBeGreaterThan(4);
      expect(problemsIn(taken).map(({ rule, element, on }) => `${rule}: ${element.split("\n")[0]} (${on[0]})`)).toEqual([]);
      // Without NONET_LONG too few pictures are taken, and with it every example that a release has is compared.
      if (isLong && !empty) expect((await changesSinceRelease(example, taken, out)) ?? []).toEqual([]);
    },
    hours,
  );
