/** Names of 120 characters and in Arabic: in lists, on records, boards and calendars, on a desktop and a phone. And how tall a board's columns are. */
import { expect, test } from "vitest";
import { smallProduct } from "./small-product.ts";

const product = smallProduct(`# Specification: Library

## 1. What the product does and for whom

- **Name**: Library
- **Sign-in**: email and password; by invitation

For whom:

- **Librarian** — lends books

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /books | Books | list of Book | Librarian |
| /books/:id | Book | Book | Librarian |
| /loans | Loans | list of Loan | Librarian |
| /board | Board | board of Loan by state | Librarian |
| /shelf | Shelf | board of Book by state | Librarian |
| /calendar | Calendar | calendar of Loan by due on | Librarian |

### Books

- Columns: title, pages, state

### Loans

- Columns: book, reader name, due on, state

## 3. Entities and their fields

### Book

- title: text, required
- pages: integer
- Shown as: title

### Loan

- book: Book, required
- reader name: text, required
- due on: date
- Shown as: reader name

## 4. States and transitions

### Book

- Starts as: here

| From | Action | To | Who |
|---|---|---|---|
| here | Lend | lent | Librarian |
| lent | Take back | here | Librarian |

### Loan

- Starts as: open

| From | Action | To | Who |
|---|---|---|---|
| open | Return | returned | Librarian |

## 6. Roles and permissions

- **Librarian**

| Entity | Librarian |
|---|---|
| Book | all |
| Loan | all |
`);

const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2).slice(0, 120);
const words = "The whole history of the lending library of a very small town by the river, written by those who kept it for eighty years";
const arabic = "تاريخ المكتبة العامة (1920)";

test("long names and names in Arabic stay inside their places", async () => {
  const ask = await product.ask("librarian@example.test");
  for (const title of [long, words, arabic]) {
    const { body } = await ask("POST", "/api/books", { title, pages: 12 });
    expect((await ask("POST", "/api/loans", { book: body.id, readerName: `${title}.`, dueOn: "2026-12-03" })).status).toBe(201);
  }
  const books: { id: string }[] = (await ask("GET", "/api/books")).body.items;
  const { page, context } = await product.signIn("librarian@example.test");
  const wide = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ["/books", "/loans", "/board", "/shelf", "/calendar", ...books.map(({ id }) => `/books/${id}`)]) {
      await page.goto(product.address + path);
      await page
        .getByText(/Donau|library|تاريخ/)
        .first()
        .waitFor({ state: "attached" });
      expect(await wide(), `${path} as painted, ${width} px`).toBe(0);
      await page.locator("#first-paint").waitFor({ state: "detached" });
      await page
        .getByText(/Donau|library|تاريخ/)
        .first()
        .waitFor({ state: "attached" });
      expect(await wide(), `${path}, ${width} px`).toBe(0);
    }
  }
  await context.close();
}, 120_000);

test("a column of a board ends below its cards, and takes a card that is dropped below them", async () => {
  const { page, context } = await product.signIn("librarian@example.test");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${product.address}/shelf`);
  const column = (name: string) => page.getByRole("region", { name, exact: true });
  await column("here").getByRole("article").first().waitFor();
  const [tall, short] = [await column("here").boundingBox(), await column("lent").boundingBox()];
  expect(short!.height).toBe(tall!.height);
  expect((await column("lent").locator("> *").boundingBox())!.height).toBeLessThan(tall!.height / 3);
  await column("here")
    .getByRole("article", { name: arabic })
    .dragTo(column("lent"), { targetPosition: { x: 100, y: short!.height - 20 } });
  await column("lent").getByRole("article", { name: arabic }).waitFor();
  await context.close();
}, 120_000);
