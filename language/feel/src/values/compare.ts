/** Equality and order of values (DMN 1.5, section 10.3.2.13, tables 42 and 43). The result is null if values can't be compared. */
import { compareDecimals } from "./small-decimal.ts";
import { DateTimeValue, DateValue, DaysValue, MonthsValue, TimeValue } from "./temporal.ts";
import { type ContextValue, Decimal, type HostRecord, kindOf, NOT_SHOWN, RangeValue, type Value } from "./value.ts";

/** Null if the values have different kinds. Null equals only null. */
export function equal(a: Value, b: Value): boolean | null {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a === "string" && typeof b === "string") return false;
  if (a instanceof Decimal && b instanceof Decimal) return compareDecimals(a, b) === 0;
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return null;
  switch (kind) {
    case "boolean":
    case "string":
    case "function":
    case "null":
    case "not shown":
      return false;
    case "list":
      return equalLists(a as readonly Value[], b as readonly Value[]);
    case "context":
      return equalContexts(a as ContextValue, b as ContextValue);
    case "range":
      return equalRanges(a as RangeValue, b as RangeValue);
    case "record":
      return (a as HostRecord).record === (b as HostRecord).record && (a as HostRecord).id === (b as HostRecord).id;
    default: {
      const order = compare(a, b);
      return order === null ? null : order === 0;
    }
  }
}

function equalLists(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((each, i) => equal(each, b[i]!) === true);
}

function equalContexts(a: ContextValue, b: ContextValue): boolean {
  if (a.size !== b.size) return false;
  for (const [name, value] of a) if (!b.has(name) || equal(value, b.get(name)!) !== true) return false;
  return true;
}

function equalRanges(a: RangeValue, b: RangeValue): boolean {
  return a.lowClosed === b.lowClosed && a.highClosed === b.highClosed && equalEnds(a.low, b.low) && equalEnds(a.high, b.high);
}

function equalEnds(a: Value | undefined, b: Value | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equal(a, b) === true;
}

/** Negative if `a` comes first, positive if `b` does, 0 if they are equal; null if they have no order. */
export function compare(a: Value, b: Value): number | null {
  if (a instanceof Decimal) return b instanceof Decimal ? compareDecimals(a, b) : null;
  if (typeof a === "string") return typeof b === "string" ? compareText(a, b) : null;
  if (a instanceof DateValue) return b instanceof DateValue ? a.epochDay - b.epochDay : null;
  if (a instanceof DateTimeValue) return b instanceof DateTimeValue ? compareDateTimes(a, b) : null;
  if (a instanceof DaysValue) return b instanceof DaysValue ? compareBig(a.total, b.total) : null;
  if (a instanceof MonthsValue) return b instanceof MonthsValue ? a.months - b.months : null;
  if (a instanceof TimeValue) return b instanceof TimeValue && (a.zone === null) === (b.zone === null) ? a.utcNanos - b.utcNanos : null;
  return null;
}

function compareBig(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareDateTimes(a: DateTimeValue, b: DateTimeValue): number | null {
  if ((a.zone === null) !== (b.zone === null)) return null;
  return a.seconds - b.seconds || a.fraction - b.fraction;
}

/** Compares by code points, like the C collation of a database with UTF-8. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const high = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
    return high(x) === high(y) ? x - y : high(x) ? 1 : -1;
  }
  return a.length - b.length;
}

/** Whether a value is in a range: `value >= low and value <= high` (DMN 1.5, table 55). It is false if one end excludes the value, even if the other is null. */
export function inRange(value: Value, range: RangeValue): boolean | null {
  const low = range.low === undefined ? 1 : compare(value, range.low);
  const high = range.high === undefined ? -1 : compare(value, range.high);
  const fromLow = low === null ? null : low > 0 || (low === 0 && range.lowClosed);
  const toHigh = high === null ? null : high < 0 || (high === 0 && range.highClosed);
  if (fromLow === false || toHigh === false) return false;
  return fromLow === null || toHigh === null ? null : true;
}

/** `value in member`: the value is in the range, is an element of the list, or equals `member`. */
export function isMember(value: Value, member: Value): boolean | null {
  if (value === NOT_SHOWN || member === NOT_SHOWN) return null;
  if (member instanceof RangeValue && !(value instanceof RangeValue)) return inRange(value, member);
  if (Array.isArray(member)) {
    if (Array.isArray(value) && equal(value, member) === true) return true;
    return (member as readonly Value[]).some((each) => (each instanceof RangeValue && !(value instanceof RangeValue) ? inRange(value, each) : equal(value, each)) === true);
  }
  return equal(value, member);
}
