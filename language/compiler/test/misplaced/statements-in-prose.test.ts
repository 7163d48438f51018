/** Statements in prose: their fixes turn them into statements, and real prose is not reported. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sentences } from "../../src/explain/explain.ts";
import { compile } from "../../../../tests/compile-again.ts";

const sound = readFileSync(new URL("../../../../fixtures/sound.md", import.meta.url), "utf8");
const check = (text: string) => compile([{ name: "a.md", text }]);
const point = (number: number, text: string): string => sound.replace(new RegExp(`(^## ${number}\\. .*\\n)`, "m"), `$1\n${text}\n`);

test.each([
  ["a constant", 9, "page size = 25"],
  ["a day", 9, "opening day: 2026-05-01"],
  ["a function", 9, "double(x: number) = x * 2"],
  ["an attribute", 1, "**Bicycle** shops use it.\nLogo = none"],
  ["what is never allowed", 6, "Never anyone deletes a Repair"],
  ["a role", 6, "**Clerk** — takes bicycles in"],
])("the fix of %s removes the diagnostic", (_, number, text) => {
  const before = number === 1 ? point(1, text).replace("- **Logo**: none\n", "") : point(number, text);
  const [told] = check(before).diagnostics.filter((d) => d.severity === "error");
  expect(told?.code).toBe("unread-attribute");
  const edits = [...told!.fixes[0]!.edits].sort((a, b) => b.span.from - a.span.from);
  const after = edits.reduce((whole, { span, text: put }) => whole.slice(0, span.from) + put + whole.slice(span.to), before);
  expect(check(after).diagnostics.filter((d) => d.severity === "error")).toEqual([]);
});

test.each([
  [1, "Currency is a matter of taste.\n\n> Rider, mechanic and chief are three people."],
  [2, "Show the customer what was done when the bicycle is collected."],
  [4, "Accept is decided by somebody who knows the price.\n\nSet the repair aside when it waits.\n\n```mermaid\nwaiting --> quoted: Quote\n```"],
  [5, "A repair that is late (`promised on < today()`) is shown in red."],
  [6, "**Note** — nobody sees what isn't granted.\n\nNever mind the order of the columns."],
  [7, 'Every mail leaves when its action has been done.\n\n```json\n{ "to": "a", "subject": "b" }\n```'],
  [8, "HTTP: the statuses are those of the standard."],
  [9, "Rates (in EUR): those of the price list.\n\nNote: the fee is 5 EUR or more.\n\nWhat it costs = what it is worth."],
])("prose of point %i is not reported", (number, text) => expect(check(point(number, text)).diagnostics).toEqual([]));

test("constants in bullets below their own heading are read", () => {
  const { product, diagnostics, prose } = check(sound.replace("### Surcharge\n", "### Limits\n\n- page size: 25\n\n### Surcharge\n"));
  expect(diagnostics).toEqual([]);
  expect(product.constants.find((one) => one.limit === "page size")?.values).toHaveLength(1);
  expect(prose).toHaveLength(check(sound).prose.length);
});

test("a transposed matrix is not prose", () => {
  const rows = "\n| Role | Brand | Part |\n|---|---|---|\n| Chief | all | all |\n";
  const { prose, diagnostics } = check(sound.replace("\n## 7.", `${rows}\n## 7.`));
  expect(diagnostics).toEqual([]);
  expect(prose).toHaveLength(check(sound).prose.length);
});

test("the input of a call and the former name of a role are explained", () => {
  const call =
    '### Take in\n\n- Offers: POST /intake\n- For: Mechanic\n- Takes:\n  - count: integer, required, at least 1, at most 9\n  - code: text, matching `[A-Z]+`, default "A"\n  - parts: list, at least 1\n    - article: text, required\n- Answers: 200 `{ n: asked.count, c: asked.code, p: asked.parts.article }`\n';
  const { product, diagnostics } = check(point(7, call).replace("- **Mechanic**\n", "- **Mechanic**, was Fitter\n"));
  expect(diagnostics).toEqual([]);
  const all = sentences(product).map((one) => one.sentence);
  expect(all).toContain("Mechanic is a role, formerly called Fitter.");
  expect(all.find((one) => one.startsWith('"Take in" takes'))).toBe(
    '"Take in" takes "count" (at least 1 and at most 9), "code" (with the default A and matching [A-Z]+) and "parts" (at least 1), which is optional, each with "article".',
  );
});
