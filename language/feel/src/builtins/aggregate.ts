/** Functions that aggregate a list to one value (DMN 1.5, section 10.3.4.4). */
import { finite } from "../values/arithmetic.ts";
import { compare } from "../values/compare.ts";
import { ofInteger, sumSmall } from "../values/small-decimal.ts";
import { asList, type Decimal, isDecimal, narrow, type Value, Wide } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";

function ofNumbers(run: (numbers: readonly Decimal[]) => Value): Builtin {
  return ([list = null]) => {
    const items = asList(list);
    return items?.every(isDecimal) ? run(items) : null;
  };
}

export const aggregateFunctions: Readonly<Record<string, Builtin>> = {
  min: ([list = null]) => extreme(list, -1),
  max: ([list = null]) => extreme(list, 1),
  sum: ([list = null], run) => {
    const items = asList(list);
    if (!items?.every(isDecimal)) return null;
    if (items.length === 0) return run.dialect.sumOfNothing === "zero" ? ofInteger(0) : null;
    return sum(items);
  },
  mean: ofNumbers((numbers) => (numbers.length === 0 ? null : narrow(exactSum(numbers).div(numbers.length)))),
  median: ofNumbers((numbers) => {
    const ordered = inOrder(numbers);
    const middle = ordered.length >> 1;
    if (ordered.length === 0) return null;
    return ordered.length % 2 === 1 ? ordered[middle]! : narrow(exactSum([ordered[middle - 1]!, ordered[middle]!]).div(2));
  }),
  mode: ofNumbers((numbers) => mode(numbers)),
  stddev: ofNumbers((numbers) => {
    if (numbers.length < 2) return null;
    const n = numbers.length;
    const squares = numbers.reduce((total, each) => total.plus(new Wide(each).times(each)), new Wide(0));
    const spread = squares.times(n).minus(exactSum(numbers).pow(2));
    return narrow(spread.div(n * (n - 1)).sqrt());
  }),
  product: ofNumbers((numbers) => (numbers.length === 0 ? null : finite(numbers.reduce((product, each) => product.times(each))))),
  all: ([list = null]) => settle(list, false),
  any: ([list = null]) => settle(list, true),
};

function sum(numbers: readonly Decimal[]): Decimal {
  return numbers.length === 1 ? numbers[0]! : (sumSmall(numbers) ?? narrow(exactSum(numbers)));
}

function exactSum(numbers: readonly Decimal[]): Decimal {
  return numbers.reduce((total, each) => total.plus(each), new Wide(0));
}

function inOrder(numbers: readonly Decimal[]): Decimal[] {
  return [...numbers].sort((a, b) => a.cmp(b));
}

/** The smallest (-1) or greatest (1) element; null for an empty list, or if the elements can't be compared. */
function extreme(list: Value, sign: -1 | 1): Value {
  const items = asList(list);
  if (!items || items.length === 0) return null;
  let best: Value = items[0] ?? null;
  for (const each of items) {
    const order = compare(each, best);
    if (order === null) return null;
    if (order * sign > 0) best = each;
  }
  return best;
}

/** The most frequent numbers, in ascending order. */
function mode(numbers: readonly Decimal[]): Value {
  const counts: { value: Decimal; count: number }[] = [];
  for (const each of inOrder(numbers)) {
    const last = counts.at(-1);
    if (last?.value.eq(each)) last.count++;
    else counts.push({ value: each, count: 1 });
  }
  const maxCount = Math.max(...counts.map((each) => each.count));
  return counts.filter((each) => each.count === maxCount).map((each) => each.value);
}

/** `decisive` is true for `any` and false for `all`. Without a decisive element, the result is null if an element isn't a boolean. */
function settle(list: Value, decisive: boolean): Value {
  const items = asList(list);
  if (!items) return null;
  if (items.some((each) => each === decisive)) return decisive;
  return items.every((each) => each === !decisive) ? !decisive : null;
}
