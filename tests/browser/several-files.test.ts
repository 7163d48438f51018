/** In a specification of several files every source line is shown with its file, and links lead there. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, clientOf } from "../api-client.ts";
import { nonet, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, picture, signIn } from "./open-browser.ts";

/** The first file is long, so that a line number of the second file names another text in the first. */
const files = [
  {
    name: "1-what.md",
    text: `# Specification: Lending

## 1. What the product does and for whom

- **Name**: Lending
- **Sign-in**: email and password; anyone may register as Borrower

For whom:

- **Borrower** — borrows
- **Clerk** — lends
${"\nAbout the product there is much to say.\n".repeat(40)}`,
  },
  {
    name: "2-how.md",
    text: `# The second half

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Overview | dashboard | everyone |
| /loans | Loans | list of Loan | everyone |
| /loans/:number | One loan | Loan | everyone |
| /desk | Desk | board of Loan by state | Clerk |

### Overview

- Number "Out now": \`count(Loan[state = "out"])\`
- Chart "Loans by state": bars of \`count(Loan)\` by state
- List "Asked for": Loan where \`state = "asked"\`, columns number, title
- Text: Welcome.

## 3. Entities and their fields

### Loan

- number: sequence \`L-{00}\`
- title: text, required, at most 20
- fee: money in EUR = \`rate * 2\`
- cheaper: money in EUR = \`fee * (1 - discount)\`
- Shown as: \`title\`

## 4. States and transitions

### Loan

- Starts as: asked
- Ends as: back

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| asked | Hand out | out | Clerk | \`title != "Ladder"\` | |
| out | Return | back | Clerk | | send "Thanks" |

- Hand out asks for: remark: text
- Return is decided by: any 1 of Clerk

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| No saws | Loan | \`title != "Saw"\` | NO_SAW |

## 6. Roles and permissions

- **Borrower**
- **Clerk**

| | Borrower | Clerk |
|---|---|---|
| Loan | create, read | create, read, update |

## 7. The calls it makes

### Thanks

- Email to: \`me.email\`
- Subject: {title}
- Body: It cost {cheaper}.

### Lend at once

- Offers: POST /api/lend
- For: Clerk
- Takes: title: text, required
- Does: create Loan with title = \`asked.title\`

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| NO_SAW | 422 | Saws stay here. |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| rate | 1 EUR | a day's fee |
| discount | not shown | nobody has said |
`,
  },
] as const;

const second = files[1].text;
const lineIn = (start: string): number => second.split("\n").findIndex((l) => l.startsWith(start)) + 1;
const wordsAt = ({ line, file }: Placed): string => files[file ?? 0]!.text.split("\n")[line! - 1] ?? "";

interface Placed {
  readonly line: number | null;
  readonly file?: number;
}
type Data = Placed & Readonly<Record<string, unknown>>;

/** Everything in a response that has a source line. */
function placed(data: unknown): Data[] {
  if (typeof data !== "object" || data === null) return [];
  const within = Object.values(data).flatMap(placed);
  return !Array.isArray(data) && typeof (data as Data).line === "number" ? [data as Data, ...within] : within;
}

const folder = temporaryFolder();
const pageErrors: string[] = [];
let product: Running;
let browser: Browser;

beforeAll(async () => {
  await nonet(["--version"]);
  const specification = join(folder.path, "lending");
  mkdirSync(specification);
  for (const { name, text } of files) writeFileSync(join(specification, name), text);
  product = await runProduct([specification, "--rehearse", ...(await dataOptions(join(folder.path, "data")))]);
  browser = await openBrowser();
  const borrower = await clientOf(product.address, "borrower@example.test");
  for (const title of ["Drill", "Ladder"]) await borrower("POST", "/api/loans", { title });
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

test("screens, elements, entities, fields and actions have the lines that define them", async () => {
  const clerk = await clientOf(product.address, "clerk@example.test");
  const { body } = await clerk("GET", "/api/product");
  expect(body.files).toEqual(["1-what.md", "2-how.md"]);
  const found = placed({ ...body, points: [] });
  const named = (name: string): string[] => found.filter((one) => one["name"] === name || one["title"] === name).map(wordsAt);
  expect(named("Loans")).toEqual(["| /loans | Loans | list of Loan | everyone |"]);
  expect(named("Out now")).toEqual(['- Number "Out now": `count(Loan[state = "out"])`']);
  expect(named("Loans by state")).toEqual(['- Chart "Loans by state": bars of `count(Loan)` by state']);
  expect(named("Loan")).toEqual(["### Loan"]);
  expect(new Set(named("title"))).toEqual(new Set(["- title: text, required, at most 20"]));
  expect(named("remark")).toEqual(["- Hand out asks for: remark: text"]);
  expect(named("Hand out")).toEqual(['| asked | Hand out | out | Clerk | `title != "Ladder"` | |']);
  expect(found.filter((one) => one.file !== 1)).toEqual([]);
  expect(body.points.map((p: Data) => wordsAt(p).slice(0, 5))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `## ${n}.`));
}, 120_000);

test("so do the document's points, open items with what they affect, and sentences", async () => {
  const clerk = await clientOf(product.address, "clerk@example.test");
  const { body } = await clerk("GET", "/api/document");
  expect(body.points.map((p: Data) => wordsAt(p).slice(0, 5))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `## ${n}.`));
  expect(body.open.map((o: Data) => wordsAt(o))).toEqual(["| discount | not shown | nobody has said |"]);
  const affected = (body.open[0].affects as Data[]).filter((one) => one.line !== null).map((one) => [one["what"], wordsAt(one)]);
  expect(affected).toContainEqual(["Loan.cheaper", "- cheaper: money in EUR = `fee * (1 - discount)`"]);
  expect(affected.map(([, words]) => words)).toContain("- Body: It cost {cheaper}.");
  const rule = (body.sentences as Data[]).find((one) => one["what"] === 'rule "No saws"')!;
  expect(wordsAt(rule)).toContain("| No saws |");
}, 120_000);

test("so does the API description", async () => {
  const { body } = await client(product.address)("GET", "/api/openapi.json");
  const described = (path: string) => ({ line: body.paths[path].post["x-line"], file: body.paths[path].post["x-file"] });
  expect(wordsAt(described("/api/loans"))).toBe("### Loan");
  expect(wordsAt(described("/api/loans/{id}/hand-out"))).toContain("| asked | Hand out |");
  expect(wordsAt(described("/api/lend"))).toBe("### Lend at once");
  const page = await client(product.address)("GET", "/api/docs");
  expect(page.body).toContain(`<p>Line ${lineIn("| asked | Hand out")} of 2-how.md.</p>`);
}, 120_000);

test("so do errors, unavailable actions and decisions", async () => {
  const clerk = await clientOf(product.address, "clerk@example.test");
  const saw = await clerk("POST", "/api/loans", { title: "Saw" });
  expect(placed(saw.body).map(wordsAt)).toEqual(['| No saws | Loan | `title != "Saw"` | NO_SAW |']);
  const [drill, ladder] = ["Drill", "Ladder"].map(async (title) => (await clerk("GET", `/api/loans?title=${title}`)).body.items[0].id);
  const refused = (await clerk("GET", `/api/loans/${await ladder}/actions`)).body.items.find((one: Data) => one["name"] === "Hand out");
  expect([refused.allowed, wordsAt(refused)]).toEqual([false, '| asked | Hand out | out | Clerk | `title != "Ladder"` | |']);
  expect((await clerk("POST", `/api/loans/${await drill}/hand-out`, {}, { "if-match": "*" })).status).toBe(200);
  const decided = (await clerk("GET", `/api/loans/${await drill}/actions`)).body.items.find((one: Data) => one["name"] === "Return");
  expect(new Set(placed(decided.decision).map(wordsAt))).toEqual(new Set(["- Return is decided by: any 1 of Clerk"]));
}, 120_000);

test("document lines in the interface show their file and link to it", async () => {
  const { page } = await signIn(browser, product.address, "clerk@example.test", pageErrors);
  await page.getByRole("button", { name: /: account$/ }).click();
  await page.getByRole("menuitem", { name: "Show document lines" }).click();
  const leads = async (name: string, start: string): Promise<void> => {
    const link = page.getByRole("link", { name: `${name}: line ${lineIn(start)} of 2-how.md` }).first();
    expect(await link.getAttribute("href")).toBe(`/document#F1L${lineIn(start)}`);
  };
  // Content that loads later may move the element under the pointer.
  const showsOnHover = async (pointed: Locator, words: string): Promise<void> =>
    void (await expect.poll(async () => (await pointed.hover(), page.getByRole("tooltip").getByText(words).isVisible()), { timeout: 60_000 }).toBe(true));
  await leads("Overview", "| / | Overview");
  await leads("Out now", '- Number "Out now"');
  await leads("Asked for", '- List "Asked for"');
  await showsOnHover(page.getByRole("link", { name: "Out now: line" }), "Out now");
  await picture(page, "lines-of-two-files");
  await page.goto(`${product.address}/loans/L-01`);
  await leads("Title", "- title");
  await leads("One loan", "| /loans/:number");
  await showsOnHover(page.getByText("Title", { exact: true }), `Defined in line ${lineIn("- title")} of 2-how.md.`);
  await page.getByRole("link", { name: `Title: line ${lineIn("- title")} of 2-how.md` }).click();
  await page.waitForURL(`**/document#F1L${lineIn("- title")}`);
  const target = page.locator(`#F1L${lineIn("- title")}[data-target]`);
  await target.getByText("title: text").waitFor();
  await expect.poll(() => target.evaluate((line) => line.getBoundingClientRect().top < window.innerHeight)).toBe(true);
  const point = page.getByRole("region", { name: "The nine points" }).getByRole("link", { name: `Point 5: line ${lineIn("## 5.")} of 2-how.md` });
  expect(await point.getAttribute("href")).toBe(`/document#F1L${lineIn("## 5.")}`);
  expect(pageErrors).toEqual([]);
}, 120_000);
