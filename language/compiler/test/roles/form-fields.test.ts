/** A form's field that none of its people may write is never shown to anybody. */
import { expect, test } from "vitest";
import { compile } from "../../src/checker.ts";

const text = (fieldRow: string, fields: string): string => `# Workshop

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /report | Report | form for Job | Helper |

### Report

- Fields: ${fields}

## 3. Entities and their fields

### Job

- title: text, required
- price: number

## 6. Roles and permissions

| | Helper | Boss |
|---|---|---|
| Job | create, read | all |
${fieldRow}
`;

test.each([
  ["| Job: price | read | all |", "title, price", ['The field "price" of "Report" is never shown: point 6 doesn\'t let Helper write it.']],
  ["| Job: price | read | all |", "title", []],
  ["| Job: price | read, create | all |", "title, price", []],
  ["", "title, price", []],
])("%s, %s", (row, fields, expected) => {
  const { diagnostics } = compile([{ name: "workshop.md", text: text(row, fields) }]);
  expect(diagnostics.filter(({ severity }) => severity !== "hint").map(({ message }) => message)).toEqual(expected);
});
