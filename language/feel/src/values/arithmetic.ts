/** Sums, products and powers of values (DMN 1.5, section 10.3.2.13, tables 50 to 55). The result is null if an operator doesn't apply to the values. */
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

/** In the dialect `nonet`, null if an operand or the result exceeds the longest duration. */
function sumOfDays(a: DaysValue, b: DaysValue, sign: 1 | -1, run: Runtime): DaysValue | null {
  const sum = new DaysValue(a.days + sign * b.days, a.nanos + BigInt(sign) * b.nanos);
  return run.dialect.reach !== "unbounded" && (exceedsDurationLimit(a) || exceedsDurationLimit(b) || exceedsDurationLimit(sum)) ? null : sum;
}

/** The duration between two dates or instants. Next to an instant, a date counts as its midnight: in UTC in the standard, in the time zone of the product in the dialect `nonet`. */
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

/** The longest duration that is added to a date, in nanoseconds: about a thousand million years. */
const maxCalendarNanos = 32_000_000_000_000_000_000_000_000n;

function exceedsCalendar(duration: MonthsValue | DaysValue): boolean {
  return duration instanceof MonthsValue ? !(Math.abs(duration.months) < 12e9) : duration.total > maxCalendarNanos || duration.total < -maxCalendarNanos;
}

/** The date, or null if its year is not from 1 to 9999, the range of the database and JSON. The dialect `standard` has no limit. */
export function supportedDate<T extends DateValue | DateTimeValue>(value: T | null, run: Runtime): T | null {
  if (value === null || run.dialect.reach === "unbounded") return value;
  const { year } = value instanceof DateValue ? value : value.date;
  return year >= 1 && year <= 9999 ? value : null;
}

/** A duration as the database stores it: truncated to microseconds, and null beyond 1,000 million hours or 100,000 years. */
export function keptDuration(value: MonthsValue | DaysValue | null): MonthsValue | DaysValue | null {
  if (value === null) return null;
  if (value instanceof MonthsValue) return Math.abs(value.months) < 1_200_001 ? value : null;
  if (exceedsDurationLimit(value)) return null;
  return value.nanos % 1000n === 0n ? value : new DaysValue(value.days, value.nanos - (value.nanos % 1000n));
}

const maxDurationNanos = 3_600_000_000_000_000_000_000n;

function exceedsDurationLimit(value: DaysValue): boolean {
  // Most durations are short, which shows without multiplying big integers.
  if (Math.abs(value.days) < 10_000_000 && value.nanos < twelveYearsNanos && value.nanos > -twelveYearsNanos) return false;
  return value.total > maxDurationNanos || value.total < -maxDurationNanos;
}

const twelveYearsNanos = 378_432_000_000_000_000n;

/** The longest duration by which a date can move, in nanoseconds: about 10,000 years. */
const maxMoveNanos = 315_000_000_000n * 1_000_000_000n;

function move(moment: Value, duration: MonthsValue | DaysValue, sign: 1 | -1, run: Runtime): Value {
  // The usual case: a date in this range moves by whole days.
  if (moment instanceof DateValue && duration instanceof DaysValue && duration.nanos === 0n && Math.abs(duration.days) < 100_000 && moment.year > 300 && moment.year < 9700)
    return DateValue.ofEpochDay(moment.epochDay + sign * duration.days);
  if (
    run.dialect.reach === "years 1 to 9999" &&
    // A time of day wraps around, so no duration is too long for it.
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

/** The same day of another month, or the last day of that month. */
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

/** The instant in the time zone that the dialect uses. */
export function clockOf(moment: DateTimeValue, run: Runtime): DateTimeValue {
  return run.dialect.instants === "product zone" ? moment.inZone({ id: run.environment.zone }) : moment;
}

/** Adding days keeps the time of day; adding hours is exact. */
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

/** The duration of so many nanoseconds, truncated to microseconds in the dialect `nonet`, as the database stores it. */
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

/** The number, or null if it is infinite or not a number. */
export function finite(value: Decimal): Decimal | null {
  return value.isFinite() ? value : null;
}
