/** Numeric functions (DMN 1.5, section 10.3.4.5). */
import { finite } from "../values/arithmetic.ts";
import { DaysValue, MonthsValue } from "../values/temporal.ts";
import { Decimal, isDecimal, single, type Value } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";

type Rounding = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

function ofNumbers(run: (...numbers: Decimal[]) => Value): Builtin {
  return (args) => {
    const numbers = args.map(single);
    return numbers.length > 0 && numbers.every(isDecimal) ? run(...numbers) : null;
  };
}

function rounding(mode: Rounding): Builtin {
  return ofNumbers((n, scale) => round(n!, scale, mode));
}

export const numberFunctions: Readonly<Record<string, Builtin>> = {
  decimal: rounding(Decimal.ROUND_HALF_EVEN),
  floor: rounding(Decimal.ROUND_FLOOR),
  ceiling: rounding(Decimal.ROUND_CEIL),
  "round up": rounding(Decimal.ROUND_UP),
  "round down": rounding(Decimal.ROUND_DOWN),
  "round half up": rounding(Decimal.ROUND_HALF_UP),
  "round half down": rounding(Decimal.ROUND_HALF_DOWN),
  abs: ([value = null]) => {
    const only = single(value);
    if (isDecimal(only)) return only.abs();
    if (only instanceof MonthsValue) return new MonthsValue(Math.abs(only.months));
    return only instanceof DaysValue ? (only.total < 0n ? new DaysValue(-only.days, -only.nanos) : only) : null;
  },
  modulo: ofNumbers((dividend, divisor) => (!divisor || divisor.isZero() ? null : dividend!.minus(divisor.times(dividend!.div(divisor).floor())))),
  sqrt: ofNumbers((n) => (n!.lt(0) ? null : n!.sqrt())),
  log: ofNumbers((n) => (n!.gt(0) ? finite(n!.ln()) : null)),
  exp: ofNumbers((n) => finite(n!.exp())),
  odd: ofNumbers((n) => (n!.isInteger() ? !n!.mod(2).isZero() : null)),
  even: ofNumbers((n) => (n!.isInteger() ? n!.mod(2).isZero() : null)),
};

/** Rounds to `scale` decimal places, or to digits before the point if it is negative. The fraction of `scale` is ignored. */
function round(n: Decimal, scale: Decimal | undefined, mode: Rounding): Value {
  const places = scale === undefined ? 0 : scale.trunc().toNumber();
  if (places < -6111 || places > 6176) return null;
  if (places >= 0) return n.toDecimalPlaces(places, mode);
  const unit = new Decimal(10).pow(-places);
  return n.div(unit).toDecimalPlaces(0, mode).times(unit);
}
