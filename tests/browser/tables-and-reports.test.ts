/** Details of tables, boards and reports that only a page shows: how columns are aligned, and what is left out while there is nothing. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { smallProduct } from "./small-product.ts";

const text = `# Specification: Garages

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Garages | list of Garage | everyone |
| /large | Large garages | list of Garage where \`size > 100\` | everyone |
| /board | Board | board of Garage by state where \`state != "closed"\` | everyone |
| /sizes | Sizes | report of Garage by state | everyone |
| /rents | Rents | report of Rent by garage | everyone |
| /keepers | Sizes by keeper | report of Garage by number, state | everyone |
| /visits | Visits | list of Visit | everyone |

### Garages

- Columns: number, size, keepers, state

### Sizes

- Values: sum of size

### Rents

- Values: sum of amount

### Sizes by keeper

- Values: sum of size

### Visits

- Columns: checked, garage, keeper, minutes

## 3. Entities and their fields

### Keeper

- name: text, required, unique

### Garage

- number: integer, required, unique
- size: number, required
- keepers: list of Keeper

### Rent

- garage: Garage, required
- amount: money, required

### Visit

- garage: Garage, required
- keeper: Keeper
- minutes: integer, required
- checked: yes/no
- on: date, required

## 4. States and transitions

### Garage

- Starts as: free

| From | Action | To | Who |
|---|---|---|---|
| free | Let | let | Clerk |
| let | Close | closed | Clerk |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Garage, Keeper, Rent, Visit | all |
`;

const product = smallProduct(text);
let page: Page;

beforeAll(async () => {
  const clerk = await product.ask("clerk@example.test");
  const keepers: string[] = [];
  for (const name of ["Ada", "Ben"]) keepers.push((await clerk("POST", "/api/keepers", { name })).body.id as string);
  const made = await clerk("POST", "/api/garages", { number: 12, size: "30.5", keepers });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const visited = await clerk("POST", "/api/visits", { garage: made.body.id, keeper: keepers[0], minutes: 45, on: "2026-03-04" });
  expect(visited.status, JSON.stringify(visited.body)).toBe(201);
  page = (await product.signIn("clerk@example.test")).page;
});

const open = (path: string) => page.goto(product.address + path);
const main = () => page.getByRole("main");

it("a number that opens the row starts where the row starts; other numbers end at one line", async () => {
  await open("/");
  const alignment = (role: "columnheader" | "cell", name: string) =>
    main()
      .getByRole(role, { name, exact: true })
      .evaluate((one) => getComputedStyle(one).textAlign);
  await main().getByRole("link", { name: "12" }).waitFor();
  expect([await alignment("columnheader", "Number"), await alignment("cell", "12")]).toEqual(["start", "start"]);
  expect([await alignment("columnheader", "Size"), await alignment("cell", "30.5")]).toEqual(["end", "end"]);
});

it("several records in one value have commas between them", async () => {
  await open("/");
  await main().getByRole("cell", { name: "Ada, Ben" }).waitFor();
});

it("a list with a condition doesn't say that there are no records at all", async () => {
  await open("/large");
  await main().getByText("No garages here right now.").waitFor();
  expect(await main().getByText("create the first one").count()).toBe(0);
});

it("a board has no column that its condition keeps empty", async () => {
  await open("/board");
  await main().getByRole("article").waitFor();
  expect(
    await main()
      .getByRole("region", { name: "Board" })
      .getByRole("region")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))),
  ).toEqual(["free", "let"]);
});

it("a report offers its exports only where it has something to export", async () => {
  const exports = () =>
    main()
      .getByRole("button", { name: "Print" })
      .or(main().getByRole("link", { name: /^(CSV|XLSX)$/ }));
  await open("/sizes");
  await main().getByRole("table").waitFor();
  expect(await exports().count()).toBe(3);
  await open("/rents");
  await main().getByText("No data yet").waitFor();
  expect(await exports().count()).toBe(0);
});

it("a report of one value names it once, above its columns, and one column is its own total", async () => {
  await open("/keepers");
  await main().getByRole("cell", { name: "30.5" }).first().waitFor();
  const heads = await main()
    .locator("thead tr")
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  expect(heads).toEqual([["Number", "Sum of size by state"], ["free"]]);
});

it("a row of a record without a name is named by its first values, never by its id", async () => {
  await open("/visits");
  await main().getByRole("checkbox", { name: "Select Ada, 45" }).waitFor();
  await main().getByRole("button", { name: "Edit Ada, 45" }).waitFor();
});

it("an empty date looks empty, also in a form with an error", async () => {
  await open("/visits");
  await main().getByRole("button", { name: "New visit" }).click();
  const form = page.getByRole("dialog", { name: "New visit" });
  const day = form.getByRole("textbox", { name: "On" });
  const look = (of: typeof day) => of.evaluate((one) => getComputedStyle(one).color);
  const [empty, filled] = [await look(day), await look(form.getByRole("textbox", { name: "Minutes" }))];
  expect(empty).not.toBe(filled);
  await form.getByRole("button", { name: /^(Create|Save)/ }).click();
  await expect.poll(() => day.getAttribute("aria-invalid")).toBe("true");
  await form.getByRole("textbox", { name: "Minutes" }).focus();
  expect(await look(day)).toBe(empty);
  await day.fill("2026-03-05");
  await form.getByRole("textbox", { name: "Minutes" }).focus();
  expect(await look(day)).not.toBe(empty);
});
