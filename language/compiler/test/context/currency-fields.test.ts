/** Units that depend on currency fields, in a checker that has checked the document before. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile, makeChecker } from "../../src/checker.ts";

const abroad = readFileSync(new URL("../../../../fixtures/abroad.md", import.meta.url), "utf8");
const said = (check: (text: string) => ReturnType<typeof compile>, text: string): readonly string[] =>
  check(text).diagnostics.map((d) => `${d.code} «${text.slice(d.span.from, d.span.to)}» ${d.message}`);

const expected = (unit: string, written: string): string => `unit-mismatch «${written}» Expected an amount in ${unit}, but this is an amount in EUR.`;

test.each([
  ["the default of a currency", "default EUR", "default USD", [expected("USD", "5 EUR")]],
  [
    "a currency without a default",
    ", default EUR",
    "",
    [
      'amount-without-currency «- worth: money in home, default 5 EUR» "worth" can be stored without a currency: "home" can be empty.',
      expected("the currency given by `home`", "5 EUR"),
    ],
  ],
  [
    "a currency that may change",
    "home: currency, set once,",
    "home: currency,",
    ["unit-mismatch «worth >= old.worth» An amount in the currency given by `home` and an amount in the currency given by `old.home` can't be compared."],
  ],
  ["a currency of one choice", "home: currency, set once, default EUR", "home: one of (EUR), set once, default EUR", []],
  ["a currency that can only be another", "home: currency, set once, default EUR", "home: one of (USD), set once, default USD", [expected("USD", "5 EUR")]],
  ["a currency that is computed", "home: currency, set once, default EUR", 'home: currency = `if rate > 2 then "USD" else "EUR"`', []],
  ["the currency of an initial record", "| CHF | 20 CHF |", "| EUR | 20 CHF |", ["unit-mismatch «20 CHF» Expected an amount in EUR, but this is an amount in CHF."]],
  [
    "a guard",
    '`currency = "EUR"` | set most',
    "| set most",
    ["unit-mismatch «left» Expected an amount in EUR, but this is an amount in the currency given by `currency`.", expected("the currency given by `currency`", "most")],
  ],
])("%s", (_, before, after, found) => {
  const text = abroad.replace(before, after);
  expect(text).not.toBe(abroad);
  const checker = makeChecker();
  const check = (one: string) => said((now) => checker.check([{ name: "spec.md", text: now }]), one);
  expect(check(abroad)).toEqual([]);
  expect(check(text)).toEqual(found);
  expect(said((now) => compile([{ name: "spec.md", text: now }]), text)).toEqual(found);
  expect(check(abroad)).toEqual([]);
});
