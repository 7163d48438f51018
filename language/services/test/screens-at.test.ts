/** The screens that a line makes in the product. */
import { expect, test } from "vitest";
import { makeDocumentChecker, screensAt } from "../src/index.ts";

const text = `# Library

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /books | Books | list of Book | everyone |
| /books/:code | Book | Book | everyone |

## 3. Entities and their fields

### Book

- code: text, required, unique
- title: text, required

Initial records:

| code | title |
|---|---|
| A 1 | Emma |

## 6. Roles and permissions

| Entity | Reader |
|---|---|
| Book | read |
`;

test.each([
  ["| /books | Books", [["Books", "/books"]]],
  [
    "| A 1 | Emma",
    [
      ["Book A 1", "/books/A%201"],
      ["Books", "/books"],
      ["Book", "/books/:code"],
    ],
  ],
  [
    "- title: text",
    [
      ["Books", "/books"],
      ["Book", "/books/:code"],
    ],
  ],
  ["| Book | read", []],
] as const)("%s", (line, screens) => {
  const document = makeDocumentChecker().check([{ name: "library.md", text }]);
  expect(screensAt(document, 0, text.indexOf(line) + 3).map(({ name, route }) => [name, route])).toEqual(screens);
});
