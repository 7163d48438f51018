/** The fast arithmetic of small decimals gives exactly the results of decimal.js. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../src/values/value.ts";
import { addSmall, compareDecimals, multiplySmall, ofScaled, scaled, subtractSmall, sumSmall } from "../src/values/small-decimal.ts";

const decimal = fc.tuple(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.integer({ min: 0, max: 10 })).map(([digits, places]) => new Decimal(`${digits}e-${places}`));
const small = fc.oneof(
  decimal,
  fc.integer({ min: -5000, max: 5000 }).map((n) => new Decimal(n).div(100)),
  fc.constantFrom("0", "-0", "9999999", "10000000", "899999999.9999999", "900000000", "0.0000001", "0.00000001").map((text) => new Decimal(text)),
);

const shape = ({ s, e, d }: Decimal): unknown => (d?.[0] === 0 ? "0" : { s, e, d });

test("sums, differences, products and comparisons are exact", () => {
  fc.assert(
    fc.property(small, small, (a, b) => {
      const pairs: [Decimal | undefined, Decimal][] = [
        [addSmall(a, b), a.plus(b)],
        [subtractSmall(a, b), a.minus(b)],
        [multiplySmall(a, b), a.times(b)],
        [sumSmall([a, b, a]), a.plus(b).plus(a)],
      ];
      for (const [quick, exact] of pairs) if (quick) expect(shape(quick)).toEqual(shape(exact));
      expect(Math.sign(compareDecimals(a, b)) + 0).toBe(a.cmp(b) + 0);
    }),
    { numRuns: 20_000 },
  );
});

test("scaling a decimal and converting it back is exact", () => {
  fc.assert(
    fc.property(small, (a) => {
      const n = scaled(a);
      if (Number.isNaN(n) || Math.abs(n) > 9e15) return;
      expect(shape(ofScaled(n)!)).toEqual(shape(a));
    }),
    { numRuns: 20_000 },
  );
});
