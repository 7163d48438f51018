/** Takes one picture: opens the page, waits until it is still, checks it with axe, and writes the picture and what was found. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import type { Device, Scheme } from "./gallery-options.ts";
import type { Shot } from "./shots.ts";

export interface Finding {
  readonly rule: string;
  readonly impact: string | null;
  readonly help: string;
  /** The elements, as HTML. */
  readonly elements: readonly string[];
}

export interface Taken {
  readonly example: string;
  readonly role: string;
  readonly screen: string;
  readonly state: string;
  readonly scheme: Scheme;
  readonly device: Device;
  readonly address: string;
  /** Below the gallery's folder; null if the page doesn't have the state. */
  readonly picture: string | null;
  readonly findings: readonly Finding[];
  readonly errors: readonly string[];
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Place = Pick<Taken, "example" | "role" | "scheme" | "device">;

/** Without its ending, below the gallery's folder. */
export const placeOf = ({ example, role, scheme, device }: Place, { screen, state }: Shot): string =>
  join(example, plain(role), `${plain(state === "" ? screen : `${screen}--${state}`)}.${scheme}.${device}`);

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}-]+/gu, "-");

export async function takeShot(page: Page, product: string, place: Place, shot: Shot, out: string): Promise<Taken> {
  const errors: string[] = [];
  const collect = (error: Error): unknown => errors.push(String(error));
  const refused = (response: { status(): number; url(): string }): void =>
    void (response.status() >= 500 && errors.push(`${response.status()} ${new URL(response.url()).pathname}`));
  page.on("pageerror", collect).on("response", refused);
  const name = placeOf(place, shot);
  const file = join(out, name);
  mkdirSync(dirname(file), { recursive: true });
  let prepared = false;
  let findings: readonly Finding[] = [];
  try {
    await page.goto(`${product}${shot.address}`);
    await untilStill(page);
    prepared = await shot.prepare(page);
    if (prepared) {
      await untilStill(page);
      findings = await check(page);
      // Where the whole page is taken, a menu or dialog that belongs to the window would stand in the wrong place.
      await page.screenshot({ path: `${file}.png`, fullPage: shot.state === "", animations: "disabled", caret: "hide" });
    }
  } catch (error) {
    errors.push(String(error));
  }
  page.off("pageerror", collect).off("response", refused);
  const { screen, state, address } = shot;
  const taken: Taken = { ...place, screen, state, address: address!, picture: prepared ? `${name}.png` : null, findings, errors };
  writeFileSync(`${file}.json`, JSON.stringify(taken, null, 2));
  return taken;
}

/** Until nothing is loading or moving: no indicator for a moment, and the layout is the same twice. */
async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const busy = document.querySelector("#root:empty, .mantine-Loader-root, .mantine-Skeleton-root, [aria-busy=true]");
      const now = busy ? "busy" : `${document.body.scrollHeight} ${document.body.innerHTML.length}`;
      const known = globalThis as { nonetStill?: { text: string; since: number } };
      if (busy || known.nonetStill?.text !== now) known.nonetStill = { text: now, since: performance.now() };
      return !busy && performance.now() - known.nonetStill!.since > 350;
    },
    undefined,
    { polling: 50, timeout: 10_000 },
  );
}

/** Beside axe's own choice: what is pressed is at least 24 by 24 pixels, or that far from everything else (WCAG 2.2, 2.5.8). */
const size = "target-size";
/** What stands over the page and covers a part of what is below, which isn't pressed there. */
const above = ".mantine-Popover-dropdown, .batch-bar";

interface Violations {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

async function check(page: Page): Promise<readonly Finding[]> {
  await page.evaluate(axe);
  const run = (of: string | null, options: object): Promise<Violations> =>
    page.evaluate(([where, how]) => (globalThis as unknown as { axe: { run(of: Document | string, options: object): Promise<Violations> } }).axe.run(where ?? document, how), [
      of,
      options,
    ] as const);
  const covered = await page.locator(`:is(${above}):visible`).first().isVisible();
  const all = await run(null, { rules: { [size]: { enabled: !covered } } });
  const small = covered ? await run(above, { runOnly: { type: "rule", values: [size] } }) : { violations: [] };
  const violations = [...all.violations, ...small.violations];
  const found = violations.map(({ id, impact, help, nodes }) => ({ rule: id, impact, help, elements: nodes.map(({ html, failureSummary = "" }) => `${html}\n${failureSummary}`) }));
  return [...found, ...layoutFindings(await page.evaluate(measure))];
}

interface Layout {
  /** What makes the whole page scroll sideways, outermost first. */
  readonly wide: readonly string[];
  /** Controls that are smaller than 24 by 24 pixels, with their sizes. */
  readonly small: readonly string[];
}

/** Runs in the page, so it names no function of its own: a bundler's helper for names isn't there. */
function measure(): Layout {
  const across = document.documentElement.clientWidth;
  const scrolls = document.documentElement.scrollWidth > across + 1;
  const wide = scrolls ? [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > across + 1).slice(0, 2) : [];
  // A link within a sentence is excepted, a checkbox outside of a menu has room around it, and what is only read aloud has a size of 1.
  const controls = document.querySelectorAll(
    "button, [role=button], [role=tab], [role=menuitem], [role=option], select, input:not([type=hidden], [type=checkbox], [type=radio]), .mantine-Popover-dropdown input",
  );
  const small = [...controls].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 2 && height > 2 && (width < 23.5 || height < 23.5);
  });
  return {
    wide: wide.map((element) => (element.cloneNode(false) as Element).outerHTML.slice(0, 300)),
    small: small.map((element) => {
      const { width, height } = element.getBoundingClientRect();
      return `${(element.cloneNode(false) as Element).outerHTML.slice(0, 300)}\n${Math.round(width)} by ${Math.round(height)} pixels: ${element.textContent.slice(0, 60)}`;
    }),
  };
}

function layoutFindings({ wide, small }: Layout): readonly Finding[] {
  return [
    ...(wide.length > 0 ? [{ rule: "page-scrolls-sideways", impact: null, help: "A page is no wider than its window", elements: wide }] : []),
    ...(small.length > 0 ? [{ rule: "small-control", impact: null, help: "A control is at least 24 by 24 pixels", elements: small }] : []),
  ];
}
