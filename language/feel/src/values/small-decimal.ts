/**
 * Fast arithmetic of small decimals: those below 9e8 with at most seven decimal places.
 *
 * Such a number times 10⁷ is an integer that a double represents exactly, so sums, differences and comparisons of most
 * business values need no big numbers. Other numbers use decimal.js. The layout of its numbers (`s` sign, `e` exponent,
 * `d` digits in groups of seven) is part of its documented interface.
 */
import { Decimal } from "./value.ts";

const scale = 10_000_000;
const maxScaled = 9e15;

/** The number times 10⁷; NaN if it isn't small. */
export function scaled({ s, e, d }: Decimal): number {
  if (d === null) return Number.NaN;
  const first = d[0]!;
  if (first === 0) return 0;
  // One group before the point, at most one after it.
  if (e >= 0 && e < 7) return d.length === 1 ? s * first * scale : d.length === 2 ? s * (first * scale + d[1]!) : Number.NaN;
  if (e < 0 && e >= -7) return d.length === 1 ? s * first : Number.NaN;
  if (e < 7 || e > 8 || d.length > 3) return Number.NaN;
  const size = (first * scale + (d[1] ?? 0)) * scale + (d[2] ?? 0);
  return size <= maxScaled ? s * size : Number.NaN;
}

/** The decimal with this number of ten-millionths; undefined if it is too large. */
export function ofScaled(value: number): Decimal | undefined {
  const size = Math.abs(value);
  if (size > maxScaled) return undefined;
  const whole = Math.floor(size / scale);
  const part = size - whole * scale;
  if (part === 0 && size < 1024 * scale) return value < 0 ? negatives[whole] : ofInteger(whole);
  const result = Object.create(Decimal.prototype) as { s: number; e: number; d: number[]; constructor: unknown };
  result.s = value < 0 ? -1 : 1;
  result.constructor = Decimal;
  if (whole === 0) {
    result.e = digitsOf(part) - 8;
    result.d = [part];
  } else if (whole < scale) {
    result.e = digitsOf(whole) - 1;
    result.d = part === 0 ? [whole] : [whole, part];
  } else {
    const high = Math.floor(whole / scale);
    const low = whole - high * scale;
    result.e = digitsOf(high) + 6;
    result.d = part !== 0 ? [high, low, part] : low !== 0 ? [high, low] : [high];
  }
  return result as unknown as Decimal;
}

function digitsOf(n: number): number {
  return n < 10 ? 1 : n < 100 ? 2 : n < 1000 ? 3 : n < 10_000 ? 4 : n < 100_000 ? 5 : n < 1_000_000 ? 6 : 7;
}

const integers: readonly Decimal[] = Array.from({ length: 1024 }, (_, n) => new Decimal(n));
const negatives: readonly Decimal[] = Array.from({ length: 1024 }, (_, n) => new Decimal(-n).plus(0));

/** A whole number. Those below 1024 are created only once. */
export function ofInteger(n: number): Decimal {
  return n >= 0 && n < 1024 ? integers[n]! : new Decimal(n);
}

export function addSmall(a: Decimal, b: Decimal): Decimal | undefined {
  const sum = scaled(a) + scaled(b);
  return sum === sum ? ofScaled(sum) : undefined;
}

export function subtractSmall(a: Decimal, b: Decimal): Decimal | undefined {
  const difference = scaled(a) - scaled(b);
  return difference === difference ? ofScaled(difference) : undefined;
}

/** The product, if both numbers together have at most seven decimal places; undefined otherwise. */
export function multiplySmall(a: Decimal, b: Decimal): Decimal | undefined {
  const x = scaled(a);
  const y = scaled(b);
  if (x !== x || y !== y) return undefined;
  if (x % scale === 0) return ofScaled((x / scale) * y);
  if (y % scale === 0) return ofScaled(x * (y / scale));
  if (x % 100_000 === 0 && y % 100 === 0) return ofScaled((x / 100_000) * (y / 100));
  return x % 100 === 0 && y % 100_000 === 0 ? ofScaled((x / 100) * (y / 100_000)) : undefined;
}

/** Negative, 0 or positive, like `cmp`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a === b) return 0;
  const difference = scaled(a) - scaled(b);
  return difference === difference ? difference : a.cmp(b);
}

/** The sum of small numbers; undefined if one of them or the sum isn't small. */
export function sumSmall(numbers: readonly Decimal[]): Decimal | undefined {
  let sum = 0;
  for (const each of numbers) {
    sum += scaled(each);
    if (!(Math.abs(sum) <= maxScaled)) return undefined;
  }
  return ofScaled(sum);
}
