/** A local date and time is converted in the time zone of the product if an instant is expected. Comparing it with an instant is an error. */
import { expect, test } from "vitest";
import { check } from "../src/check/check.ts";
import { compile } from "../src/evaluate/compile.ts";
import { writeValue } from "../src/values/to-text.ts";
import { type Scope } from "../src/types/scope.ts";
import { type Type } from "../src/types/type.ts";

const instant: Type = { kind: "date and time", zoned: true };
const scope: Scope = { lookup: () => undefined, names: () => [], fieldsOf: () => undefined };
const environment = { variable: () => null, global: () => null, field: () => null, now: 0, zone: "Europe/Berlin" };

function instantOf(text: string): string {
  const { expression, diagnostics } = check(text, { file: 0, from: 0 }, scope, { expect: instant });
  expect(diagnostics).toEqual([]);
  expect(expression.type).toEqual(instant);
  const value = compile(expression)(environment);
  return value === null ? "null" : String(writeValue(value)).replace(/@.*$/, "");
}

test.each([
  ['date and time(date("2026-01-15"), time("06:00:00"))', "2026-01-15T06:00:00"],
  ['if true then date and time(date("2026-07-15"), time("06:00:00")) else null', "2026-07-15T06:00:00"],
  ["date and time(2026, 7, 15, 6, 0, 0)", "2026-07-15T06:00:00"],
])("%s", (text, shown) => expect(instantOf(text)).toContain(shown));

test("it is the same instant as with an explicit zone", () => {
  const { expression } = check('date and time(date("2026-07-15"), time("06:00:00"))', { file: 0, from: 0 }, scope, { expect: instant });
  const named = check('date and time("2026-07-15T04:00:00Z")', { file: 0, from: 0 }, scope, { expect: instant }).expression;
  const [a, b] = [expression, named].map((e) =>
    compile({ kind: "binary", operator: "-", left: e, right: named, type: { kind: "days and time duration" }, nullable: false, span: e.span })(environment),
  );
  expect([writeValue(a!), writeValue(b!)]).toEqual(["PT0S", "PT0S"]);
});

test("a comparison with an instant is reported", () => {
  const codes = check("date and time(2026, 7, 15, 6, 0, 0) < now()", { file: 0, from: 0 }, scope).diagnostics.map((d) => d.code);
  expect(codes).toEqual(["zoned-with-local"]);
});
