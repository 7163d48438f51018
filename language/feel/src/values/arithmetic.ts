/** Sums, products and powers of values (DMN 1.5, section 10.3.2.13, tables 50 to 55). Null where an operator doesn't go with the values. */
import type { Runtime } from "./environment.ts";
import { addSmall, multiplySmall, subtractSmall } from "./small-decimal.ts";
import { daysInMonth } from "./temporal-format.ts";
import { DateTimeValue, DateValue, dayNanos, DaysValue, MonthsValue, TimeValue } from "./temporal.ts";
import { Decimal, type Value } from "./value.ts";

export function add(a: Value, b: Value, run: Runtime): Value {
  if (a instanceof Decimal && b instanceof Decimal) return addSmall(a, b) ?? finite(a.plus(b));
  if (typeof a === "string" && typeof b === "string") return a + b;
  if (a instanceof MonthsValue || a instanceof DaysValue) {
    if (a instanceof MonthsValue && b instanceof MonthsValue) return new MonthsValue(a.months + b.months);
    if (a instanceof DaysValue && b instanceof DaysValue) return sumOfDays(a, b, 1, run);
    return move(b, a, 1, run);
  }
  return b instanceof MonthsValue || b instanceof DaysValue ? move(a, b, 1, run) : null;
}

export function subtract(a: Value, b: Value, run: Runtime): Value {
  if (a instanceof Decimal && b instanceof Decimal) return subtractSmall(a, b) ?? finite(a.minus(b));
  if (a instanceof MonthsValue) return b instanceof MonthsValue ? new MonthsValue(a.months - b.months) : null;
  if (a instanceof DaysValue) return b instanceof DaysValue ? sumOfDays(a, b, -1, run) : null;
  if (b instanceof MonthsValue || b instanceof DaysValue) return move(a, b, -1, run);
  if (a instanceof DateValue && b instanceof DateValue) return new DaysValue(a.epochDay - b.epochDay, 0n);
  if (a instanceof TimeValue && b instanceof TimeValue) return (a.zone === null) === (b.zone === null) ? DaysValue.ofTotal(BigInt(Math.round(a.utcNanos - b.utcNanos))) : null;
  return between(a, b, run);
}

/** In our own dialect null where one or the other or what comes of them is longer than is kept. */
function sumOfDays(a: DaysValue, b: DaysValue, sign: 1 | -1, run: Runtime): DaysValue | null {
  const sum = new DaysValue(a.days + sign * b.days, a.nanos + BigInt(sign) * b.nanos);
  return run.dialect.reach !== "unbounded" && (exceedsDurationLimit(a) || exceedsDurationLimit(b) || exceedsDurationLimit(sum)) ? null : sum;
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
const maxCalendarNanos = 32_000_000_000_000_000_000_000_000n;

function exceedsCalendar(duration: MonthsValue | DaysValue): boolean {
  return duration instanceof MonthsValue ? !(Math.abs(duration.months) < 12e9) : duration.total > maxCalendarNanos || duration.total < -maxCalendarNanos;
}

/** A date from year 1 to 9999, which the database and JSON hold; the standard's own dialect reaches further. */
export function supportedDate<T extends DateValue | DateTimeValue>(value: T | null, run: Runtime): T | null {
  if (value === null || run.dialect.reach === "unbounded") return value;
  const { year } = value instanceof DateValue ? value : value.date;
  return year >= 1 && year <= 9999 ? value : null;
}

/** A duration as a database keeps it: cut to the microsecond, and null beyond 1,000 million hours or 100,000 years. */
export function keptDuration(value: MonthsValue | DaysValue | null): MonthsValue | DaysValue | null {
  if (value === null) return null;
  if (value instanceof MonthsValue) return Math.abs(value.months) < 1_200_001 ? value : null;
  if (exceedsDurationLimit(value)) return null;
  return value.nanos % 1000n === 0n ? value : new DaysValue(value.days, value.nanos - (value.nanos % 1000n));
}

const maxDurationNanos = 3_600_000_000_000_000_000_000n;

function exceedsDurationLimit(value: DaysValue): boolean {
  // Most are short, and seen to be without big numbers multiplied.
  if (Math.abs(value.days) < 10_000_000 && value.nanos < twelveYearsNanos && value.nanos > -twelveYearsNanos) return false;
  return value.total > maxDurationNanos || value.total < -maxDurationNanos;
}

const twelveYearsNanos = 378_432_000_000_000_000n;

/** 10,000 years in nanoseconds, and in months: as far as a moment can be moved. */
const maxMoveNanos = 315_000_000_000n * 1_000_000_000n;

function move(moment: Value, duration: MonthsValue | DaysValue, sign: 1 | -1, run: Runtime): Value {
  // Most dates move by whole days of this age.
  if (moment instanceof DateValue && duration instanceof DaysValue && duration.nanos === 0n && Math.abs(duration.days) < 100_000 && moment.year > 300 && moment.year < 9700)
    return DateValue.ofEpochDay(moment.epochDay + sign * duration.days);
  if (
    run.dialect.reach === "years 1 to 9999" &&
    // A clock goes round: what is added to it can't be too long.
    !(moment instanceof TimeValue) &&
    (duration instanceof MonthsValue ? Math.abs(duration.months) >= 119_000 : duration.total >= maxMoveNanos || duration.total <= -maxMoveNanos)
  )
    return null;
  const moved = moveExactly(moment, duration, sign, run);
  return moved instanceof DateTimeValue && moved.zone !== null
    ? supportedDate(moved.inZone({ offset: 0 }), run) && moved
    : moved instanceof DateValue || moved instanceof DateTimeValue
      ? supportedDate(moved, run)
      : moved;
}

function moveExactly(moment: Value, duration: MonthsValue | DaysValue, sign: 1 | -1, run: Runtime): Value {
  if (exceedsCalendar(duration)) return null;
  if (moment instanceof DateValue)
    return duration instanceof MonthsValue ? moveMonths(moment, sign * duration.months) : DateValue.ofEpochDay(moment.epochDay + floorDays(duration, sign));
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
  if (months === 0) return moment;
  const local = clockOf(moment, run);
  const moved = new DateTimeValue(moveMonths(local.date, months), local.nanos, local.zone);
  return moved.inZone(moment.zone);
}

/** The instant told in the zone whose clock counts. */
export function clockOf(moment: DateTimeValue, run: Runtime): DateTimeValue {
  return run.dialect.instants === "product zone" ? moment.inZone({ id: run.environment.zone }) : moment;
}

/** Days keep the clock's time, hours are exact. */
function moveDateTime(moment: DateTimeValue, duration: DaysValue, sign: 1 | -1, run: Runtime): DateTimeValue {
  let local = moment;
  if (duration.days !== 0) {
    const clock = clockOf(moment, run);
    local = new DateTimeValue(DateValue.ofEpochDay(clock.date.epochDay + sign * duration.days), clock.nanos, clock.zone).inZone(moment.zone);
  }
  if (duration.nanos === 0n) return local;
  const total = BigInt(local.seconds) * 1_000_000_000n + BigInt(Math.round(local.fraction)) + BigInt(sign) * duration.nanos;
  let seconds = total / 1_000_000_000n;
  let fraction = total % 1_000_000_000n;
  if (fraction < 0n) {
    seconds -= 1n;
    fraction += 1_000_000_000n;
  }
  return DateTimeValue.ofInstant(Number(seconds), Number(fraction), moment.zone);
}

export function multiply(a: Value, b: Value, run: Runtime): Value {
  if (a instanceof Decimal) {
    if (b instanceof Decimal) return multiplySmall(a, b) ?? finite(a.times(b));
    return b instanceof MonthsValue || b instanceof DaysValue ? scale(b, a, run) : null;
  }
  return (a instanceof MonthsValue || a instanceof DaysValue) && b instanceof Decimal ? scale(a, b, run) : null;
}

export function divide(a: Value, b: Value, run: Runtime): Value {
  if (a instanceof Decimal && b instanceof Decimal) return b.isZero() ? null : finite(a.div(b));
  if (a instanceof MonthsValue) {
    if (b instanceof Decimal) return b.isZero() ? null : ofMonths(new Decimal(a.months).div(b), run);
    return b instanceof MonthsValue && b.months !== 0 ? new Decimal(a.months).div(b.months) : null;
  }
  if (a instanceof DaysValue) {
    if (b instanceof Decimal) return b.isZero() ? null : ofDecimal(big(a.total).div(b), run);
    return b instanceof DaysValue && b.total !== 0n ? big(a.total).div(big(b.total)) : null;
  }
  return null;
}

function scale(duration: MonthsValue | DaysValue, by: Decimal, run: Runtime): Value {
  if (duration instanceof MonthsValue) return ofMonths(new Decimal(duration.months).times(by), run);
  if (run.dialect.reach === "years 1 to 9999" && big(duration.total).times(by).abs().gt(maxDurationDecimal)) return null;
  if (by.isInteger() && by.abs().lt(1e9)) return new DaysValue(duration.days * by.toNumber(), duration.nanos * BigInt(by.toFixed(0)));
  return ofDecimal(big(duration.total).times(by), run);
}

function big(value: bigint): Decimal {
  return new Decimal(value.toString());
}

/** 1,000 million hours, in nanoseconds. */
const maxDurationDecimal = new Decimal("3.6e21");

/** To the microsecond in our own dialect, as a database keeps it. */
function ofDecimal(nanos: Decimal, run: Runtime): DaysValue | null {
  if (run.dialect.reach === "unbounded") return DaysValue.ofTotal(BigInt(nanos.trunc().toFixed(0)));
  return nanos.abs().gt(maxDurationDecimal) ? null : DaysValue.ofTotal(BigInt(nanos.div(1000).trunc().toFixed(0)) * 1000n);
}

function ofMonths(months: Decimal, run: Runtime): MonthsValue | null {
  if (run.dialect.reach === "years 1 to 9999" && months.abs().gte(1_200_001)) return null;
  return new MonthsValue(months.trunc().toNumber());
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
