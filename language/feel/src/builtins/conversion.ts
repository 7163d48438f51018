/** Conversion functions (DMN 1.5, section 10.3.4.1) and `not`. */
import { clockOf, supportedDate, keptDuration } from "../values/arithmetic.ts";
import type { Runtime } from "../values/environment.ts";
import { daysInMonth } from "../values/temporal-format.ts";
import { readDate, readDateTime, readDuration, readTime, zoneOf } from "../values/temporal-text.ts";
import { DateTimeValue, DateValue, DaysValue, MonthsValue, TimeValue, type Zone } from "../values/temporal.ts";
import { writeValue } from "../values/to-text.ts";
import { Decimal, integerOf, isDecimal, single, type Value } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";

export const conversionFunctions: Readonly<Record<string, Builtin>> = {
  date: (args, run) => (args.length === 3 ? supportedDate(dateOf(args), run) : args.length === 2 ? dateInZone(args.map(single), run) : toDate(single(args[0] ?? null), run)),
  time: (args, run) => (args.length >= 3 ? timeOf(args, run) : args.length === 2 ? timeInZone(args.map(single), run) : toTime(single(args[0] ?? null), run)),
  "date and time": (args, run) => toDateTime(args.map(single), run),
  duration: ([from = null], run) => {
    const value = single(from);
    return typeof value === "string" ? durationOf(value, run) : value instanceof MonthsValue || value instanceof DaysValue ? value : null;
  },
  "years and months duration": ([from = null, to = null], run) => monthsBetween(toDate(single(from), run), toDate(single(to), run)),
  "months between": ([from = null, to = null], run) => completed(from, to, 1, run),
  "years between": ([from = null, to = null], run) => completed(from, to, 12, run),
  "end of": (args, run) => endOf(args.map(single), run),
  money: ([amount = null, currency = null]) => {
    const value = single(amount);
    return isDecimal(value) && typeof single(currency) === "string" ? value : null;
  },
  number: ([from = null, grouping = null, point = null]) => toNumber(single(from), single(grouping), single(point)),
  string: ([from = null], run) => (from === null ? null : writeValue(withZoneOffset(from, run))),
  not: ([value = null]) => {
    const only = single(value);
    return typeof only === "boolean" ? !only : null;
  },
};

function durationOf(text: string, run: Runtime): MonthsValue | DaysValue | null {
  const value = readDuration(text);
  return run.dialect.reach === "unbounded" ? value : keptDuration(value);
}

/** In the dialect `nonet`, a time has no zone and is truncated to microseconds. */
function readTimeIn(text: string, run: Runtime): TimeValue | null {
  const value = readTime(text);
  if (run.dialect.reach === "unbounded" || value === null) return value;
  return value.zone === null ? new TimeValue(value.nanos - (value.nanos % 1000), null) : null;
}

/** An instant in the time zone of the product, with its offset instead of the zone. */
function withZoneOffset(value: Value, run: Runtime): Value {
  if (!(value instanceof DateTimeValue) || value.zone === null || run.dialect.instants === "own zone") return value;
  const local = clockOf(value, run);
  return new DateTimeValue(local.date, local.nanos, { offset: local.offset ?? 0 });
}

function toDate(value: Value, run: Runtime): DateValue | null {
  if (typeof value === "string") return supportedDate(readDate(value), run);
  if (value instanceof DateValue) return value;
  return value instanceof DateTimeValue ? clockOf(value, run).date : null;
}

function whole(value: Value | undefined): number | null {
  const only = single(value ?? null);
  return isDecimal(only) && only.isInteger() && only.abs().lt(1e9) ? only.toNumber() : null;
}

function dateOf(args: readonly Value[]): DateValue | null {
  const [year, month, day] = [whole(args[0]), whole(args[1]), whole(args[2])];
  if (year === null || month === null || day === null || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return Math.abs(year) > 999_999_999 ? null : new DateValue(year, month, day);
}

function toTime(value: Value, run: Runtime): TimeValue | null {
  if (typeof value === "string") return readTimeIn(value, run);
  if (value instanceof TimeValue) return value;
  if (value instanceof DateValue) return new TimeValue(0, run.dialect.instants === "product zone" ? null : { offset: 0 });
  return value instanceof DateTimeValue ? timeIn(value, run) : null;
}

/** The time of day of a date and time. In the dialect `nonet`, it is the local time in the time zone of the product, without a zone. */
export function timeIn(value: DateTimeValue, run: Runtime): TimeValue {
  const local = clockOf(value, run);
  return new TimeValue(local.nanos, run.dialect.instants === "product zone" ? null : local.zone);
}

function timeOf(args: readonly Value[], run: Runtime): TimeValue | null {
  const [hour, minute] = [whole(args[0]), whole(args[1])];
  const second = single(args[2] ?? null);
  if (hour === null || minute === null || !isDecimal(second) || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second.lt(0) || second.gte(60)) return null;
  const offset = single(args[3] ?? null);
  if (offset !== null && !(offset instanceof DaysValue)) return null;
  const seconds = offset === null ? 0 : Number(offset.total / 1_000_000_000n);
  if (Math.abs(seconds) > 18 * 3600) return null;
  const fraction = run.dialect.reach === "unbounded" ? second.times(1e9).trunc() : second.times(1e6).trunc().times(1000);
  return new TimeValue((hour * 3600 + minute * 60) * 1e9 + fraction.toNumber(), offset === null ? null : { offset: seconds });
}

function toDateTime(args: readonly Value[], run: Runtime): DateTimeValue | null {
  const [from = null, second = null] = args;
  if (args.length >= 6) return dateTimeOf(args, run);
  if (args.length === 3) return dateTimeInZone(args, run);
  if (args.length === 1)
    return typeof from === "string" ? readDateTime(from) : from instanceof DateTimeValue ? from : from instanceof DateValue ? new DateTimeValue(from, 0, null) : null;
  if (typeof second === "string") {
    const zone = zoneOf(second);
    return from instanceof DateTimeValue && zone ? (from.zone === null ? new DateTimeValue(from.date, from.nanos, zone) : from.inZone(zone)) : null;
  }
  const date = from instanceof DateTimeValue ? clockOf(from, run).date : from;
  return date instanceof DateValue && second instanceof TimeValue ? new DateTimeValue(date, second.nanos, second.zone) : null;
}

/** A date and a time of day in the time zone with this name. */
function dateTimeInZone([from = null, time = null, id = null]: readonly Value[], run: Runtime): DateTimeValue | null {
  const zone = typeof id === "string" ? zoneOf(id) : undefined;
  const date = from instanceof DateTimeValue ? clockOf(from, run).date : from;
  const clock = time instanceof DateTimeValue ? timeIn(time, run) : time;
  return zone !== undefined && date instanceof DateValue && clock instanceof TimeValue && clock.zone === null ? new DateTimeValue(date, clock.nanos, zone) : null;
}

function dateTimeOf(args: readonly Value[], run: Runtime): DateTimeValue | null {
  const date = supportedDate(dateOf(args), run);
  const time = timeOf(args.slice(3, 6), run);
  const last = args[6] ?? null;
  const zone: Zone | undefined =
    last === null ? null : typeof last === "string" ? zoneOf(last) : last instanceof DaysValue ? { offset: Number(last.total / 1_000_000_000n) } : undefined;
  return date && time && zone !== undefined ? new DateTimeValue(date, time.nanos, zone) : null;
}

/** The date of an instant in a time zone; a date without a time is the same in every zone. */
function dateInZone([from = null, id = null]: readonly Value[], run: Runtime): DateValue | null {
  const zone = typeof id === "string" ? zoneOf(id) : undefined;
  if (zone === undefined) return null;
  if (from instanceof DateTimeValue) return asInstant(from, run).inZone(zone).date;
  return toDate(from, run);
}

/** The time of day of an instant in a time zone; a time without a date is the same in every zone. */
function timeInZone([from = null, id = null]: readonly Value[], run: Runtime): TimeValue | null {
  const zone = typeof id === "string" ? zoneOf(id) : undefined;
  if (zone === undefined) return null;
  return from instanceof DateTimeValue ? new TimeValue(asInstant(from, run).inZone(zone).nanos, null) : toTime(from, run);
}

/** A local date and time is one in the time zone of the product. */
const asInstant = (value: DateTimeValue, run: Runtime): DateTimeValue => (value.zone === null ? new DateTimeValue(value.date, value.nanos, { id: run.environment.zone }) : value);

/** The completed periods of so many months between two dates. */
function completed(from: Value, to: Value, each: number, run: Runtime): Value {
  const months = monthsBetween(toDate(single(from), run), toDate(single(to), run));
  return months && integerOf(Math.trunc(months.months / each));
}

/** 24:00 of a day in the time zone of the product, or in the one that is named. */
function endOf(args: readonly Value[], run: Runtime): DateTimeValue | null {
  const zone = args.length < 2 ? { id: run.environment.zone } : typeof args[1] === "string" ? zoneOf(args[1]) : undefined;
  const date = args.length < 2 ? toDate(args[0] ?? null, run) : dateInZone(args, run);
  return date && zone ? supportedDate(new DateTimeValue(DateValue.ofEpochDay(date.epochDay + 1), 0, zone), run) : null;
}

/** The number of whole months, rounded towards zero. */
function monthsBetween(from: DateValue | null, to: DateValue | null): MonthsValue | null {
  if (!from || !to) return null;
  let months = (to.year - from.year) * 12 + (to.month - from.month);
  if (months > 0 && to.day < from.day) months--;
  else if (months < 0 && to.day > from.day) months++;
  return new MonthsValue(months);
}

function toNumber(from: Value, grouping: Value, point: Value): Decimal | null {
  if (isDecimal(from) && grouping === null && point === null) return from;
  if (typeof from !== "string") return null;
  if (grouping !== null && grouping !== " " && grouping !== "," && grouping !== ".") return null;
  if (point !== null && point !== "." && point !== ",") return null;
  if (grouping !== null && grouping === (point ?? ".")) return null;
  let text = grouping === null ? from : from.replaceAll(grouping, "");
  if (point === ",") text = text.includes(".") ? "" : text.replace(",", ".");
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text)) return null;
  const value = new Decimal(text).plus(0);
  return value.isFinite() ? value : null;
}
