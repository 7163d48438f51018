/** The arithmetic of dates and instants: days of the proleptic Gregorian calendar as numbers, and offsets of time zones. */
import { Temporal } from "temporal-polyfill";

/** Days since 1970-01-01. */
export function epochDayOf(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
}

export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function dayOfEpoch(epochDay: number): Day {
  const z = epochDay + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor((dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1 };
}

const zoneCache = new Map<string, boolean>();

/** Whether this is the IANA name of a time zone. */
export function isZone(id: string): boolean {
  let result = zoneCache.get(id);
  if (result === undefined) {
    try {
      new Intl.DateTimeFormat("en", { timeZone: id });
      result = true;
    } catch {
      result = false;
    }
    zoneCache.set(id, result);
  }
  return result;
}

const offsetCache = new Map<string, Map<number, number>>();
const maxSeconds = 8_000_000_000_000;

/** The offset of a time zone from UTC at an instant, both in seconds. Offsets change only at quarter hours, so they are cached for each. */
export function offsetAt(zone: string, epochSeconds: number): number {
  if (zone === "UTC") return 0;
  const seconds = Math.max(-maxSeconds, Math.min(maxSeconds, epochSeconds));
  let cache = offsetCache.get(zone);
  if (!cache) offsetCache.set(zone, (cache = new Map()));
  const key = seconds > 0 ? Math.floor(seconds / 900) : seconds - 0.5;
  let offset = cache.get(key);
  if (offset === undefined) {
    offset = Temporal.Instant.fromEpochMilliseconds(Math.floor(seconds) * 1000).toZonedDateTimeISO(zone).offsetNanoseconds / 1e9;
    if (cache.size > 20_000) cache.clear();
    cache.set(key, offset);
  }
  return offset;
}

/** The offset of a time zone at a local time, given in seconds as if it were UTC: in a gap the offset before it, in an overlap that of the earlier instant. */
export function offsetAtLocal(zone: string, localSeconds: number): number {
  const before = offsetAt(zone, localSeconds - 86_400);
  if (offsetAt(zone, localSeconds - before) === before) return before;
  const after = offsetAt(zone, localSeconds + 86_400);
  return offsetAt(zone, localSeconds - after) === after ? after : before;
}
