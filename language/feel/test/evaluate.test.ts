/** Evaluating expressions, cells and built-in functions. */
import { join } from "node:path";
import { describe as group, expect, test } from "vitest";
import { builtins } from "../src/types/builtin-signatures.ts";
import { check, checkTests } from "../src/check/check.ts";
import { compile, compileTests } from "../src/evaluate/compile.ts";
import { Decimal, NOT_SHOWN } from "../src/values/value.ts";
import { evaluate } from "../src/evaluate/evaluate.ts";
import { fromJson, toJson } from "../src/values/json.ts";
import { readDateTime } from "../src/values/temporal-text.ts";
import { writeValue } from "../src/values/to-text.ts";
import { expectFile } from "./expect-file.ts";
import { environment, scope } from "./loan-fixture.ts";

const at = { file: 0, from: 0 };

group("evaluate", () =>
  expectFile(join(import.meta.dirname, "data", "evaluate.txt"), (text) => {
    const { expression, diagnostics } = check(text, at, scope);
    return diagnostics.length > 0 ? diagnostics.map((each) => each.message).join("\n") : writeValue(compile(expression)(environment));
  }),
);

test("a value that is not shown makes the result not shown, unless the result doesn't depend on it", () => {
  const run = (text: string): unknown => compile(check(text, at, scope).expression)(environment);
  expect(run("payment address")).toBe(NOT_SHOWN);
  expect(run("string(payment address)")).toBe(NOT_SHOWN);
  expect(run('payment address = "x"')).toBe(NOT_SHOWN);
  expect(run("false and payment address")).toBe(false);
});

test("values are converted to JSON and back", () => {
  const value = evaluate('{a: 1.50, b: [date("2026-03-01"), time("08:30:00")], c: null, d: @"P14D"}', {}).value;
  expect(toJson(value)).toEqual({ a: "1.5", b: ["2026-03-01", "08:30"], c: null, d: "P14D" });
  expect(toJson(readDateTime("2026-03-01T09:00:00+01:00"))).toBe("2026-03-01T08:00:00Z");
  expect(fromJson("08:30", { kind: "time" })).toMatchObject({ nanos: 30_600e9 });
  expect(fromJson("1e2", { kind: "number" })).toEqual(new Decimal(100));
  expect(fromJson("2026-02-30", { kind: "date" })).toBeUndefined();
});

test("the tests of a cell are evaluated for a value", () => {
  const run = compileTests(checkTests("< 5, [7..9)", at, scope, { kind: "number" }).tests);
  expect([4, 5, 7, 9].map((each) => run(new Decimal(each), environment))).toEqual([true, false, true, false]);
});

test("no operator or built-in function throws", () => {
  const values = [
    "null",
    "1",
    "-2.5",
    "0",
    "1e300",
    '"a"',
    "true",
    "[1, 2]",
    "[]",
    "{a: 1}",
    '@"2026-03-01"',
    '@"P1D"',
    '@"P999999999Y"',
    '@"10:00:00Z"',
    '@"2026-03-01T10:00:00@Europe/Berlin"',
    "[1..3]",
    "function(x) x",
  ];
  const calls = [...builtins.values()].map((signatures) => signatures[0]!);
  for (const a of values)
    for (const b of values) {
      for (const operator of ["+", "-", "*", "/", "**", "=", "<", "and"])
        expect(() => writeValue(evaluate(`${a} ${operator} ${b}`, {}).value), `${a} ${operator} ${b}`).not.toThrow();
      for (const { name, parameters } of calls) {
        const text = `${name}(${[a, b, "1", a, b].slice(0, Math.max(1, parameters.length)).join(", ")})`;
        expect(() => writeValue(evaluate(text, {}).value), text).not.toThrow();
      }
    }
});

test("given values are variables with their own types", () => {
  expect(
    writeValue(
      evaluate("order.lines[price > 10].name", {
        order: new Map([
          [
            "lines",
            [
              new Map<string, Decimal | string>([
                ["price", new Decimal(12)],
                ["name", "Chair"],
              ]),
            ],
          ],
        ]),
      }).value,
    ),
  ).toBe('["Chair"]');
  expect(evaluate("1 +", {}).diagnostics[0]).toMatchObject({ code: "syntax-error" });
});
