/** The headings of sections, as people decorate them. */
import { expect, test } from "vitest";
import { undecorated } from "@nonet/notation";

const nameOf = (text: string): string => undecorated({ text, span: { file: 0, from: 0, to: text.length } }).text;

test.each([
  ["🏠 Home", "Home"],
  ["🎞️ Shooting day", "Shooting day"],
  ["**Loan** 🔁", "Loan"],
  ["3.1 Tray type", "Tray type"],
  ["Home", "Home"],
  ["12 Monkeys", "12 Monkeys"],
])("%s", (heading, name) => {
  expect(nameOf(heading)).toBe(name);
});
