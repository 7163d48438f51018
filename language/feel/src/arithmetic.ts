/** Sums, products and powers of values (DMN 1.5, section 10.3.2.13, tables 50 to 55). Null where an operator doesn't go with the values. */
import { daysInMonth } from "./temporal-text.ts";
import type { Runtime } from "./environment.ts";
import { DateTimeValue, DateValue, dayNanos, DaysValue, MonthsValue, TimeValue } from "./moment.ts";
import { Decimal, type Value } from "./value.ts";

export function add(a: Value, b: Value, run: Runtime): Value {
  if (a instanceof Decimal && b instanceof Decimal) return finite(a.plus(b));
  if (typeof a === "string" && typeof b === "string") return a + b;
  if (a instanceof MonthsValue || a instanceof DaysValue) {
    if (a instanceof MonthsValue && b instanceof MonthsValue) return new MonthsValue(a.months + b.months);
    if (a instanceof DaysValue && b instanceof DaysValue) return new DaysValue(a.days + b.days, a.nanos + b.nanos);
    return move(b, a, 1, run);
  }
  return b instanceof MonthsValue || b instanceof DaysValue ? move(a, b, 1, run) : null;
}

export function subtract(a: Value, b: Value, run: Runtime): Value {
  if (a instanceof Decimal && b instanceof Decimal) return finite(a.minus(b));
  if (a instanceof MonthsValue) return b instanceof MonthsValue ? new MonthsValue(a.months - b.months) : null;
  if (a instanceof DaysValue) return b instanceof DaysValue ? new DaysValue(a.days - b.days, a.nanos - b.nanos) : null;
  if (b instanceof MonthsValue || b instanceof DaysValue) return move(a, b, -1, run);
  if (a instanceof DateValue && b instanceof DateValue) return new DaysValue(a.epochDay - b.epochDay, 0n);
  if (a instanceof TimeValue && b instanceof TimeValue) return (a.zone === null) === (b.zone === null) ? DaysValue.ofTotal(BigInt(Math.round(a.utcNanos - b.utcNanos))) : null;
  return between(a, b, run);
}

/** A date beside an instant counts as its midnight, in UTC by the standard, in the product's zone by our own dialect. */
function between(a: Value, b: Value, run: Runtime): Value {
  const from = asDateTime(a, run);
  const to = asDateTime(b, run);
  if (!from || !to || (from.zone === null) !== (to.zone === null)) return null;
  const nanos = BigInt(from.seconds - to.seconds) * 1_000_000_000n + BigInt(from.fraction - to.fraction);
  if (from.zone !== null) return DaysValue.ofTotal(nanos);
  return new DaysValue(Number(nanos / BigInt(dayNanos)), nanos % BigInt(dayNanos));
}

function asDateTime(value: Value, run: Runtime): DateTimeValue | undefined {
  if (value instanceof DateTimeValue) return value;
  if (!(value instanceof DateValue)) return undefined;
  return new DateTimeValue(value, 0, run.dialect.instants === "product zone" ? { id: run.environment.zone } : { offset: 0 });
}

/** The length of time, in nanoseconds, that no calendar reaches: about a thousand million years. */
const farthest = 32_000_000_000_000_000_000_000_000n;

function isTooLong(duration: MonthsValue | DaysValue): boolean {
  return duration instanceof MonthsValue ? !(Math.abs(duration.months) < 12e9) : duration.total > farthest || duration.total < -farthest;
}

function move(moment: Value, duration: MonthsValue | DaysValue, sign: 1 | -1, run: Runtime): Value {
  if (isTooLong(duration)) return null;
  if (moment instanceof DateValue) return duration instanceof MonthsValue ? moveMonths(moment, sign * duration.months) : DateValue.ofEpochDay(moment.epochDay + floorDays(duration, sign));
  if (moment instanceof DateTimeValue) return duration instanceof MonthsValue ? moveInstantMonths(moment, sign * duration.months, run) : moveDateTime(moment, duration, sign, run);
  if (moment instanceof TimeValue && duration instanceof DaysValue) {
    const nanos = (BigInt(Math.round(moment.nanos)) + BigInt(sign) * duration.nanos) % BigInt(dayNanos);
    return new TimeValue(Number(nanos < 0n ? nanos + BigInt(dayNanos) : nanos), moment.zone);
  }
  return null;
}

function floorDays(duration: DaysValue, sign: 1 | -1): number {
  if (duration.nanos === 0n) return sign * duration.days;
  const total = BigInt(sign) * duration.total;
  const day = BigInt(dayNanos);
  const whole = total / day;
  return Number(total % day < 0n ? whole - 1n : whole);
}

/** The same day of another month, or that month's last. */
export function moveMonths(date: DateValue, months: number): DateValue {
  const count = date.year * 12 + (date.month - 1) + months;
  const year = Math.floor(count / 12);
  const month = count - year * 12 + 1;
  return new DateValue(year, month, Math.min(date.day, daysInMonth(year, month)));
}

function moveInstantMonths(moment: DateTimeValue, months: number, run: Runtime): DateTimeValue {
  const told = clockOf(moment, run);
  const moved = new DateTimeValue(moveMonths(told.date, months), told.nanos, told.zone);
  return moved.inZone(moment.zone);
}

/** The instant told in the zone whose clock counts. */
export function clockOf(moment: DateTimeValue, run: Runtime): DateTimeValue {
  return run.dialect.instants === "product zone" ? moment.inZone({ id: run.environment.zone }) : moment;
}

/** Days keep the clock's time, hours are exact. */
function moveDateTime(moment: DateTimeValue, duration: DaysValue, sign: 1 | -1, run: Runtime): DateTimeValue {
  let told = moment;
  if (duration.days !== 0) {
    const clock = clockOf(moment, run);
    told = new DateTimeValue(DateValue.ofEpochDay(clock.date.epochDay + sign * duration.days), clock.nanos, clock.zone).inZone(moment.zone);
  }
  if (duration.nanos === 0n) return told;
  const total = BigInt(told.seconds) * 1_000_000_000n + BigInt(Math.round(told.fraction)) + BigInt(sign) * duration.nanos;
  let seconds = total / 1_000_000_000n;
  let fraction = total % 1_000_000_000n;
  if (fraction < 0n) {
    seconds -= 1n;
    fraction += 1_000_000_000n;
  }
  return DateTimeValue.ofInstant(Number(seconds), Number(fraction), moment.zone);
}

export function multiply(a: Value, b: Value): Value {
  if (a instanceof Decimal) {
    if (b instanceof Decimal) return finite(a.times(b));
    return b instanceof MonthsValue || b instanceof DaysValue ? scale(b, a) : null;
  }
  return (a instanceof MonthsValue || a instanceof DaysValue) && b instanceof Decimal ? scale(a, b) : null;
}

export function divide(a: Value, b: Value): Value {
  if (a instanceof Decimal && b instanceof Decimal) return b.isZero() ? null : finite(a.div(b));
  if (a instanceof MonthsValue) {
    if (b instanceof Decimal) return b.isZero() ? null : new MonthsValue(Math.trunc(new Decimal(a.months).div(b).toNumber()));
    return b instanceof MonthsValue && b.months !== 0 ? new Decimal(a.months).div(b.months) : null;
  }
  if (a instanceof DaysValue) {
    if (b instanceof Decimal) return b.isZero() ? null : ofDecimal(big(a.total).div(b));
    return b instanceof DaysValue && b.total !== 0n ? big(a.total).div(big(b.total)) : null;
  }
  return null;
}

function scale(duration: MonthsValue | DaysValue, by: Decimal): Value {
  if (duration instanceof MonthsValue) return new MonthsValue(Math.trunc(new Decimal(duration.months).times(by).toNumber()));
  if (by.isInteger() && by.abs().lt(1e9)) return new DaysValue(duration.days * by.toNumber(), duration.nanos * BigInt(by.toFixed(0)));
  return ofDecimal(big(duration.total).times(by));
}

function big(value: bigint): Decimal {
  return new Decimal(value.toString());
}

function ofDecimal(nanos: Decimal): DaysValue {
  return DaysValue.ofTotal(BigInt(nanos.trunc().toFixed(0)));
}

export function power(a: Value, b: Value): Value {
  return a instanceof Decimal && b instanceof Decimal ? finite(a.pow(b)) : null;
}

export function negate(value: Value): Value {
  if (value instanceof Decimal) return value.neg();
  if (value instanceof MonthsValue) return new MonthsValue(-value.months);
  return value instanceof DaysValue ? new DaysValue(-value.days, -value.nanos) : null;
}

/** A number that exists: no infinity, none that isn't one. */
export function finite(value: Decimal): Decimal | null {
  return value.isFinite() ? value : null;
}
