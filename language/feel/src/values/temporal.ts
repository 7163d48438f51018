/** The values of dates, times and durations: small, immutable, exact to the nanosecond. */
import { type Day, dayOfEpoch, epochDayOf, offsetAt, offsetAtLocal } from "./calendar.ts";

export const dayNanos = 86_400_000_000_000;

/** Where a time counts from: an offset in seconds, or an IANA zone. Null is local. */
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
  /** Nanoseconds since midnight in UTC for a time that has a zone; a zone's offset is that of 1970-01-01. */
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
  /** Seconds since 1970 of the local fields, as if they were UTC. */
  get localSeconds(): number {
    return this.date.epochDay * 86_400 + Math.floor(this.nanos / 1e9);
  }
  /** Offset from UTC in seconds; null for a local one. */
  get offset(): number | null {
    return this.zone === null ? null : this.localSeconds - this.seconds;
  }
  /** Whole seconds since 1970: of the instant where there's a zone, else of the fields. */
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
    // Of an hour that comes twice the fields alone would tell the first.
    if (zone !== null) value.#seconds = seconds;
    return value;
  }
  /** The same instant told in another zone; a local one stays. */
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

/** Days and time apart, since on an instant a day isn't always 24 hours; as a length they are one number. */
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
