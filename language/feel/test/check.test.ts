/** Checking expressions, cells and templates: trees, types and diagnostics. */
import { join } from "node:path";
import { describe as group, expect, test } from "vitest";
import { catalogue } from "../src/syntax/diagnostics.ts";
import { check, checkTemplate, checkTests } from "../src/check/check.ts";
import { describe } from "../src/types/describe.ts";
import { readValue } from "../src/parse/constant-text.ts";
import { type Scope } from "../src/types/scope.ts";
import { expectFile } from "./expect-file.ts";
import { printDiagnostic, printTest, printTree } from "./print.ts";
import { money } from "./payment-fixture.ts";
import { hiding, scope } from "./loan-fixture.ts";
import { names } from "./names-fixture.ts";

type Unit = { readonly unit: string } | { readonly unitIn: string };

const at = { file: 0, from: 0 };
const data = (name: string): string => join(import.meta.dirname, "data", name);

const checkedIn =
  (names: Scope) =>
  (text: string): string => {
    const { expression, diagnostics } = check(text, at, names);
    const printed = diagnostics.map((each) => printDiagnostic(text, each));
    return [`${printTree(expression)} is ${describe(expression.type)}${expression.nullable ? ", maybe null" : ""}`, ...printed].join("\n");
  };

const checked = checkedIn(scope);

group("check", () => expectFile(data("check.txt"), checked));
group("names of any words", () => expectFile(data("names.txt"), checkedIn(names)));
group("currencies in fields", () => expectFile(data("units.txt"), checkedIn(money)));
group("cells", () =>
  expectFile(data("cells.txt"), (text) => {
    const { tests, diagnostics } = checkTests(text, at, scope, { kind: "string", choices: ["open", "out", "returned"] });
    return [tests.map(printTest).join(" | "), ...diagnostics.map((each) => printDiagnostic(text, each))].join("\n");
  }),
);
group("templates", () =>
  expectFile(data("templates.txt"), (text) => {
    const { template, diagnostics } = checkTemplate(text, at, scope);
    return [template.map((each) => (typeof each === "string" ? JSON.stringify(each) : printTree(each))).join(" "), ...diagnostics.map((each) => printDiagnostic(text, each))].join(
      "\n",
    );
  }),
);
group("values", () =>
  expectFile(data("values.txt"), (text) => {
    const value = readValue(text);
    return value ? `${describe(value.type)}: ${value.value}` : "no value";
  }),
);

test("spans include the offset of the text in the file", () => {
  expect(check("fe + 1", { file: 3, from: 100 }, scope).diagnostics[0]!.span).toEqual({ file: 3, from: 100, to: 102 });
});

test("a field of the element that hides the outer record is reported", () => {
  const { diagnostics } = check('Person[loan.state = "out"]', at, hiding);
  expect(diagnostics.map((each) => [each.code, each.fixes[0]!.edits[0]!.text])).toEqual([["hidden-by-element", "this"]]);
});

test("the expected type is checked", () => {
  expect(check("14", at, scope, { expect: { kind: "days and time duration" } }).diagnostics[0]).toMatchObject({
    code: "type-mismatch",
    hint: "Add a unit: `14 days`, `3 months`, `2 hours`.",
  });
  expect(check('"opne"', at, scope, { expect: { kind: "string", choices: ["open"] } }).diagnostics[0]).toMatchObject({ code: "impossible-comparison" });
  expect(check("14", at, scope, { expect: { kind: "number" } }).diagnostics).toEqual([]);
  expect(check("fee", at, scope, { expect: { kind: "number", unit: "USD" } }).diagnostics[0]).toMatchObject({ code: "unit-mismatch" });
  const given = [check('currency = "EUR"', at, money).expression];
  const messages = (text: string, expected: Unit, known = given): string[] =>
    check(text, at, money, { expect: { kind: "number", ...expected }, given: known }).diagnostics.map((d) => d.message);
  expect(messages("amount", { unit: "EUR" })).toEqual([]);
  expect(messages("amount", { unit: "EUR" }, [])).toEqual(["Expected an amount in EUR, but this is an amount in the currency given by `currency`."]);
  expect(messages("limit", { unitIn: "this.currency" })).toEqual([]);
  expect(messages("limit", { unitIn: "this.currency" }, [])).toEqual(["Expected an amount in the currency given by `currency`, but this is an amount in EUR."]);
  expect(messages("amount", { unitIn: ".currency" }, [])).toEqual([]);
  expect(messages("limit", { unitIn: ".currency" }, [])).toEqual(["Expected an amount in the currency given by `currency`, but this is an amount in EUR."]);
});

test("the checker throws for no text", () => {
  const pieces = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "..",
    "in",
    "for",
    "fee",
    "1",
    '"',
    "@",
    "if",
    "function",
    ":",
    ",",
    ".",
    "<",
    "not",
    "-",
    "and",
    "Loan",
    "%",
    "🐎",
    "instance",
    "of",
  ];
  let seed = 1;
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let i = 0; i < 5000; i++) {
    const text = Array.from({ length: 1 + Math.floor(random() * 9) }, () => pieces[Math.floor(random() * pieces.length)]).join(random() < 0.3 ? "" : " ");
    expect(() => check(text, at, scope), text).not.toThrow();
    expect(() => checkTests(text, at, scope, { kind: "number" }), text).not.toThrow();
  }
});

test("too deep nesting and too long expressions are syntax errors", () => {
  for (const text of ["(".repeat(5000), "-".repeat(5000) + "1", "]".repeat(5000), "[".repeat(5000), "1" + " + 1".repeat(50_000), "not(".repeat(3000), "(<".repeat(3000)]) {
    expect(
      check(text, at, scope).diagnostics.map((each) => each.code),
      text.slice(0, 10),
    ).toEqual(["syntax-error"]);
  }
});

test("every code has a title and an explanation", () => {
  for (const entry of Object.values(catalogue)) expect(entry.title.length * entry.explanation.length).toBeGreaterThan(0);
});
