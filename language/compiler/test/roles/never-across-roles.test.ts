/** A `Never:` line also takes a right from the roles that include the one that it names. */
import { expect, test } from "vitest";
import { compile } from "../../../../tests/compile-again.ts";

const document = (bookkeeper: string, manager: string): string => `# Specification: Houses

## 3. Entities and their fields

### Bill

- amount: money EUR, required

## 6. Roles and permissions

- Caretaker
- Bookkeeper
- Manager: includes Bookkeeper and Caretaker

| | Caretaker | Bookkeeper | Manager |
|---|---|---|---|
| Bill | – | ${bookkeeper} | ${manager} |

- Never: a Caretaker reads a Bill
`;

const warned = (text: string): string[] =>
  compile([{ name: "h.md", text }])
    .diagnostics.filter(({ code, severity }) => code === "never-across-roles" && severity === "warning")
    .map(({ message }) => message.split(",")[0]!);

test.each([
  ["by a row of its own", "read", "all"],
  ["by the row of another role that it includes", "read, create, update", "all"],
  ["only by the row of another role", "read, create, update", "–"],
])("a right that the including role has %s", (_, bookkeeper, manager) => {
  expect(warned(document(bookkeeper, manager))).toEqual(["Manager includes Caretaker"]);
});

test("a role without the right loses nothing", () => {
  expect(warned(document("–", "–"))).toEqual([]);
});
