/** FEEL expressions and their values in PostgreSQL, as plain JSON. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { check, type Scope } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { numberQuery } from "../src/reads/aggregate-queries.ts";
import { system } from "../src/system/system-queries.ts";
import { equipmentDesk, openTestDatabase, type TestDatabase } from "./test-database.ts";

let database: TestDatabase;
let product: Product;
beforeAll(async () => {
  product = equipmentDesk();
  database = await openTestDatabase(product);
  await database.run(system.setClock("2026-03-28T23:30:00Z"));
});
afterAll(async () => database?.close());

const scope: Scope = { lookup: () => undefined, names: () => [], fieldsOf: () => undefined };

const cases: readonly (readonly [string, unknown])[] = [
  ["1 + 2 * 3", 7],
  ["0.1 + 0.2", "0.3"],
  ["10 / 4", "2.5"],
  ["1 / 3", "0.3333333333333333333333333333333333"],
  ["2 ** 10", "1024"],
  ["7 / 0", null],
  ["-(5)", -5],
  ["null = null", true],
  ["1 = null", false],
  ["1 != null", true],
  ["null > 1", null],
  ["true and null", null],
  ["false and null", false],
  ["true or null", true],
  ["not(null)", null],
  ['"a" + "b"', "ab"],
  ['if 1 > 2 then "x" else "y"', "y"],
  ["5 between 1 and 9", true],
  ["5 in [1..5)", false],
  ["5 in (1, 5)", true],
  ['"b" in ("a", "b")', true],
  ["3 in >2", true],
  ["sum([])", 0],
  ["sum([1, 2.5])", "3.5"],
  ["count([1, 2, 3])", 3],
  ["min([3, 1, 2])", 1],
  ["max(1, 5, 2)", 5],
  ["mean([1, 2])", "1.5"],
  ["median([1, 3, 2])", 2],
  ["product([2, 3, 4])", "24"],
  ["list contains([1, 2], 2)", true],
  ["some x in [1, 2, 3] satisfies x > 2", true],
  ["every x in [1, 2, 3] satisfies x > 2", false],
  ["every x in [] satisfies false", true],
  ["for x in [1, 2, 3] return x * x", [1, 4, 9]],
  ["for i in 1..3 return i", [1, 2, 3]],
  ["[1, 2, 3, 4][item > 2]", [3, 4]],
  ["[5, 6, 7][2]", 6],
  ["[5, 6, 7][-1]", 7],
  ["[5, 6, 7][9]", null],
  ["[5, 6, 7][1.0000000000000000000001]", null],
  ["[null][item != null]", []],
  ["(if true then [null, 1] else (for x in [], y in [1] return x))[item != null]", [1]],
  ['get value({a: null}, "a") = null', true],
  ["{a: [[1]][2]}.a = null", true],
  ["insert before([], 1, [][1]) = null", true],
  ["append([], [][1])", [null]],
  ["reverse([1, 2])", [2, 1]],
  ["distinct values([1, 2, 1])", [1, 2]],
  ["concatenate([1], [2])", [1, 2]],
  ["append([1], 2)", [1, 2]],
  ["sublist([1, 2, 3], 2)", [2, 3]],
  ["index of([1, 2, 1], 1)", [1, 3]],
  ["sort([3, 1, 2])", [1, 2, 3]],
  ['string join(["a", "b"], ", ")', "a, b"],
  ['upper case("äb")', "ÄB"],
  ['substring("foobar", 3)', "obar"],
  ['substring("foobar", -2, 1)', "a"],
  ['substring("foobar", 1.9999999999999999999999)', "foobar"],
  ['contains("foo", "oo")', true],
  ['starts with("foo", "fo")', true],
  ['ends with("foo", "oo")', true],
  ['matches("abc", "^a.c$")', true],
  ['matches("ABC", "abc", "i")', true],
  ['matches("ſ", "S", "i")', true],
  ['matches("ſ", "[^a-z]", "i")', false],
  ['matches("ДОМ", "[а-я]+", "i")', true],
  ['replace("K.s", "k.", "-", "iq")', "-s"],
  ['replace("x", "(x)", "<$1$2>")', "<x>"],
  ['replace("abcd", "(ab)(cd)", "$2$1")', "cdab"],
  ['split("a,b", ",")', ["a", "b"]],
  ['string length("äö")', 2],
  ['substring before("foobar", "bar")', "foo"],
  ['substring after("foobar", "foo")', "bar"],
  ["string(1.50)", "1.5"],
  ['number("12.5")', "12.5"],
  ['number("x")', null],
  ['number(" 10")', null],
  ['number("1e1000") = 1e1000', true],
  ['number("1.234,5", ".", ",")', "1234.5"],
  ['number("1.5", " ", ",")', null],
  ['number("1;5", ";", ".")', null],
  ['number(5, ",", ".")', null],
  ["floor(-1.5)", -2],
  ["ceiling(1.2)", 2],
  ["round half up(2.345, 2)", "2.35"],
  ["round half up(-2.5, 0)", "-3"],
  ["round half down(2.5, 0)", "2"],
  ["round up(2.01, 1)", "2.1"],
  ["round down(-2.09, 1)", "-2"],
  ["decimal(2.5, 0)", "2"],
  ["abs(-3)", 3],
  ["modulo(-12, 5)", 3],
  ["sqrt(16)", "4"],
  ["sqrt(-1)", null],
  // One rounding to 34 digits, however near to a half the exact value lies.
  ["sqrt(9999999999999999999999999999999999)", "99999999999999999.99999999999999999"],
  ["sqrt(1e-2000)", `0.${"0".repeat(999)}1`],
  ["5 / 9999999999999999999999999999999999", `0.${"0".repeat(33)}5000000000000000000000000000000001`],
  ["(1e-3000 / 4) * 1e3000", "0.25"],
  ["log(1.000000000000000000000000000000001)", `0.${"0".repeat(33)}9999999999999999999999999999999995`],
  ["exp(0.0000000000000000000000000000000005)", "1.000000000000000000000000000000001"],
  ["exp(-3000) * exp(3000) > 0.999", true],
  ["exp(6001) / exp(6000) > 2.7182", true],
  ["exp(-49.40714285714285714285714285714286)", "0.0000000000000000000003489397861216485521395161763648175"],
  ["1e2000 ** 1.5 = 1e3000", true],
  ["stddev([2, 4, 6])", "2"],
  ["1e-6000 * 1e-177", 0],
  ["odd(3)", true],
  ['date("2026-03-01") + duration("P1M")', "2026-04-01"],
  ['(date("2026-03-05") - date("2026-03-01")).days', 4],
  ['date("2026-02-30") = null', null],
  ["date(2026, 3, 1)", "2026-03-01"],
  ["date(2026, 13, 1)", null],
  ["time(25, 0, 0)", null],
  ['date("2026-03-01").weekday', 7],
  ['day of week(date("2026-03-01"))', "Sunday"],
  ['month of year(date("2026-03-01"))', "March"],
  ['years and months duration(date("2025-01-15"), date("2026-03-01"))', "P1Y1M"],
  ["today()", "2026-03-29"],
  ["now()", "2026-03-28T23:30:00Z"],
  ['now() + duration("P1D")', "2026-03-29T22:30:00Z"],
  ['now() + duration("PT24H")', "2026-03-29T23:30:00Z"],
  ["now().hour", 0],
  // A day and 24 hours are alike, and the first of them is taken: on this night a day has 23 hours.
  ["now() + max([1 day, 24 hours])", "2026-03-29T22:30:00Z"],
  ["now() + max([24 hours, 1 day])", "2026-03-29T23:30:00Z"],
  ["now() + min([24 hours, 1 day])", "2026-03-29T23:30:00Z"],
  ["time(8, 30, 0) + 36 hours * 10000000", "08:30"],
  ["1 hour * 900000000 + 1 hour * 900000000", null],
  ["1 hour * 900000000 + 1 hour * 900000000 + 1 hour * 900000000", null],
  ['time("24:00:00") = null', null],
  ["date and time(2026, 3, 1, 8, 30, 15.5)", "2026-03-01T08:30:15.5"],
  ["date and time(12026, 3, 1, 8, 30, 15) = null", true],
  ['@"PT0.1234567S"', "PT0.123456S"],
  ["time(12, 30, 0.1234567)", "12:30:00.123456"],
  ['duration("P1DT2H").hours', 2],
  ['duration("PT36H")', "P1DT12H"],
  // A length that a division with sixteen digits would round: a second of microseconds, an hour too many.
  ['(@"PT0.000001S" * 1656630242422507008.5)', "P19173961DT3H20M22.507008S"],
  ['(@"PT11M5.000003S" * 1000000001)', "P7696759DT7H14M25.000003S"],
  ['(@"PT0.5S" * 7199999999999.999998)', "P41666666DT15H59M59.999999S"],
  ['(@"PT999999999H59M59.999999S")', "P41666666DT15H59M59.999999S"],
  ['(@"PT999999999H59M59.999999S").days', 41666666],
  ['(@"PT999999999H59M59.999999S").minutes', 59],
  ['duration("P2D") * 1.5', "P3D"],
  ['duration("PT1H") < duration("P1D")', true],
  ['date and time("2026-03-01T08:30:00Z")', "2026-03-01T08:30:00Z"],
  ['time("08:30:00")', "08:30"],
  ["overlaps([1..5], [5..8])", true],
  ["before(1, 2)", true],
  ['{ a: 1, b: "x", c: a + 1 }', { a: 1, b: "x", c: 2 }],
  // Amounts are rounded where they leave, also inside an object, and nowhere before.
  ["{ a: 10 EUR / 3, b: a * 3 }.b", "10.00"],
  ["{ a: 10 EUR / 3, b: a - 3.33 EUR }.b * 1000", "3.33"],
  ["{ a: 10 EUR / 3, b: [a], c: { d: a }, e: 5 / 2, f: [[a]], g: [{ h: a, i: 0.125 }] }", { a: 3.33, b: [3.33], c: { d: 3.33 }, e: 2.5, f: [[3.33]], g: [{ h: 3.33, i: 0.125 }] }],
  ["[[10 EUR / 3], []]", [[3.33], []]],
  ["[[1 / 8], []]", [[0.125], []]],
  ['lower case(max(["İ", "a"])) < "j"', true],
];

it("every expression has the expected value", async () => {
  const wrong: string[] = [];
  for (const [text, expected] of cases) {
    const checked = check(text, { file: 0, from: 0 }, scope);
    if (checked.diagnostics.some((d) => d.severity === "error")) {
      if (expected !== null) wrong.push(`${text}: ${checked.diagnostics[0]!.message}`);
      continue;
    }
    const value = await database.run<{ value: unknown }>(numberQuery(product, { kind: "system" }, checked.expression)).then(
      (rows) => rows[0]!.value,
      (e: Error) => e.message.slice(0, 200),
    );
    if (JSON.stringify(loose(value)) !== JSON.stringify(loose(expected))) wrong.push(`${text}: ${JSON.stringify(value)} instead of ${JSON.stringify(expected)}`);
  }
  expect(wrong).toEqual([]);
});

/** Integers are numbers and decimals texts, by their static types, which is not what is asked here. */
const loose = (value: unknown): unknown => (Array.isArray(value) ? value.map(loose) : typeof value === "number" ? String(value) : value);
