/** The values of dates, times and durations: immutable, and exact to the nanosecond. */
import { type Day, dayOfEpoch, epochDayOf, offsetAt, offsetAtLocal } from "./calendar.ts";

export const dayNanos = 86_400_000_000_000;

/** The zone of a time: an offset from UTC in seconds, or an IANA time zone. Null for a local time. */
export type Zone = { readonly offset: number } | { readonly id: string } | null;

export class DateValue {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly epochDay: number;
  constructor(year: number, month: number, day: number) {
    this.year = year;
    this.month = month;
    this.day = day;
    this.epochDay = epochDayOf(year, month, day);
  }
  static ofEpochDay(epochDay: number): DateValue {
    const day: Day = dayOfEpoch(epochDay);
    return new DateValue(day.year, day.month, day.day);
  }
}

export class TimeValue {
  /** Nanoseconds since midnight. */
  readonly nanos: number;
  readonly zone: Zone;
  constructor(nanos: number, zone: Zone) {
    this.nanos = nanos;
    this.zone = zone;
  }
  /** Nanoseconds since midnight, in UTC for a time with a zone. The offset of an IANA time zone is that of 1970-01-01. */
  get utcNanos(): number {
    return this.nanos - (zoneOffset(this.zone, Math.floor(this.nanos / 1e9)) ?? 0) * 1e9;
  }
}

export class DateTimeValue {
  readonly date: DateValue;
  readonly nanos: number;
  readonly zone: Zone;
  #seconds: number | undefined;
  constructor(date: DateValue, nanos: number, zone: Zone) {
    this.date = date;
    this.nanos = nanos;
    this.zone = zone;
  }
  /** Seconds since 1970 of the local date and time, as if it were UTC. */
  get localSeconds(): number {
    return this.date.epochDay * 86_400 + Math.floor(this.nanos / 1e9);
  }
  /** The offset from UTC in seconds; null for a local date and time. */
  get offset(): number | null {
    return this.zone === null ? null : this.localSeconds - this.seconds;
  }
  /** Whole seconds since 1970: of the instant, or of a local date and time as if it were UTC. */
  get seconds(): number {
    return (this.#seconds ??= this.localSeconds - (zoneOffset(this.zone, this.localSeconds) ?? 0));
  }
  /** Nanoseconds within the second. */
  get fraction(): number {
    return this.nanos % 1e9;
  }
  static ofInstant(seconds: number, fraction: number, zone: Zone): DateTimeValue {
    const offset = zone === null ? 0 : "offset" in zone ? zone.offset : offsetAt(zone.id, seconds);
    const local = seconds + offset;
    const day = Math.floor(local / 86_400);
    const value = new DateTimeValue(DateValue.ofEpochDay(day), (local - day * 86_400) * 1e9 + fraction, zone);
    // In an hour that occurs twice, the local time alone would mean the first.
    if (zone !== null) value.#seconds = seconds;
    return value;
  }
  /** The same instant in another zone; a local date and time is unchanged. */
  inZone(zone: Zone): DateTimeValue {
    return this.zone === null || zone === null ? this : DateTimeValue.ofInstant(this.seconds, this.fraction, zone);
  }
}

function zoneOffset(zone: Zone, localSeconds: number): number | null {
  return zone === null ? null : "offset" in zone ? zone.offset : offsetAtLocal(zone.id, localSeconds);
}

export class MonthsValue {
  readonly months: number;
  constructor(months: number) {
    this.months = months === 0 ? 0 : months;
  }
}

/** A duration in days and nanoseconds, which are separate because a day added to an instant isn't always 24 hours. `total` is its length in nanoseconds. */
export class DaysValue {
  readonly days: number;
  readonly nanos: bigint;
  constructor(days: number, nanos: bigint) {
    this.days = days === 0 ? 0 : days;
    this.nanos = nanos;
  }
  get total(): bigint {
    return BigInt(this.days) * BigInt(dayNanos) + this.nanos;
  }
  static ofTotal(total: bigint): DaysValue {
    return new DaysValue(0, total);
  }
}
