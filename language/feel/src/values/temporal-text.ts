/** Reads and writes dates, times and durations as text (DMN 1.5, section 10.3.4.1 and table 58). */
import { isZone } from "./calendar.ts";
import { datePattern, daysPattern, isDateText, isTimeText, monthsPattern, timePattern } from "./temporal-format.ts";
import { DateTimeValue, DateValue, dayNanos, DaysValue, MonthsValue, TimeValue, type Zone } from "./temporal.ts";

export function readDate(text: string): DateValue | null {
  const match = isDateText(text) ? datePattern.exec(text) : null;
  return match && new DateValue(Number(match[1]), Number(match[2]), Number(match[3]));
}

export function readTime(text: string): TimeValue | null {
  const match = isTimeText(text) ? timePattern.exec(text) : null;
  if (!match) return null;
  const zone = readZone(match[5]);
  const nanos = (Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3])) * 1e9 + Number((match[4] ?? "").padEnd(9, "0").slice(0, 9));
  return zone === undefined ? null : new TimeValue(nanos, zone);
}

/** A date without a time counts as its midnight. */
export function readDateTime(text: string): DateTimeValue | null {
  const at = text.indexOf("T");
  const date = readDate(at < 0 ? text : text.slice(0, at));
  if (!date) return null;
  if (at < 0) return new DateTimeValue(date, 0, null);
  const rest = text.slice(at + 1);
  if (/^24:00:00(?:\.0+)?(?![\d.])/.test(rest)) {
    const midnight = readTime(`00:00:00${rest.replace(/^24:00:00(?:\.0+)?/, "")}`);
    return midnight && new DateTimeValue(DateValue.ofEpochDay(date.epochDay + 1), 0, midnight.zone);
  }
  const time = readTime(rest);
  return time && new DateTimeValue(date, time.nanos, time.zone);
}

function readZone(text: string | undefined): Zone | undefined {
  if (text === undefined) return null;
  if (text.startsWith("@")) return isZone(text.slice(1)) ? { id: text.slice(1) } : undefined;
  return { offset: readOffset(text) };
}

function readOffset(text: string): number {
  if (text === "Z" || text === "z") return 0;
  const [hours = 0, minutes = 0, seconds = 0] = text.slice(1).split(":").map(Number);
  const total = hours * 3600 + minutes * 60 + seconds;
  return text.startsWith("-") && total !== 0 ? -total : total;
}

/** A time zone from its name or offset, as in `date and time(…, "Europe/Berlin")`; undefined if there is none. */
export function zoneOf(text: string): Zone | undefined {
  if (/^[+-]\d\d:\d\d/.test(text) || text === "Z") return { offset: readOffset(text) };
  return isZone(text) ? { id: text } : undefined;
}

export function readDuration(text: string): MonthsValue | DaysValue | null {
  const months = /\d[YM]$/.test(text) ? monthsPattern.exec(text) : null;
  if (months) return new MonthsValue((months[1] === "-" ? -1 : 1) * (Number(months[2] ?? 0) * 12 + Number(months[3] ?? 0)));
  const match = /\d[DHMS]$|\.S$/.test(text) ? daysPattern.exec(text) : null;
  if (!match) return null;
  const sign = match[1] === "-" ? -1 : 1;
  const seconds = BigInt(match[3] ?? 0) * 3600n + BigInt(match[4] ?? 0) * 60n + BigInt(match[5] ?? 0);
  const nanos = seconds * 1_000_000_000n + BigInt((match[6] ?? "").padEnd(9, "0").slice(0, 9));
  return new DaysValue(sign * Number(match[2] ?? 0), BigInt(sign) * nanos);
}

/** A date, time or duration, by its format; null for any other text. */
export function readMoment(text: string): DateValue | TimeValue | DateTimeValue | MonthsValue | DaysValue | null {
  if (/^-?P/.test(text)) return readDuration(text);
  return readDate(text) ?? (text.includes("T") ? readDateTime(text) : null) ?? readTime(text);
}

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);

export function writeDate(date: DateValue): string {
  const year = Math.abs(date.year).toString().padStart(4, "0");
  return `${date.year < 0 ? "-" : ""}${year}-${two(date.month)}-${two(date.day)}`;
}

function writeClock(nanos: number): string {
  const seconds = Math.floor(nanos / 1e9);
  const fraction = nanos % 1e9;
  const tail = fraction === 0 ? "" : `.${fraction.toString().padStart(9, "0").replace(/0+$/, "")}`;
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${tail}`;
}

export function writeOffset(offset: number): string {
  if (offset === 0) return "Z";
  const size = Math.abs(offset);
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(size / 3600))}:${two(Math.floor(size / 60) % 60)}${size % 60 === 0 ? "" : `:${two(size % 60)}`}`;
}

function writeZone(zone: Zone): string {
  return zone === null ? "" : "offset" in zone ? writeOffset(zone.offset) : `@${zone.id}`;
}

export function writeTime(time: TimeValue): string {
  return writeClock(time.nanos) + writeZone(time.zone);
}

export function writeDateTime(value: DateTimeValue): string {
  return `${writeDate(value.date)}T${writeClock(value.nanos)}${writeZone(value.zone)}`;
}

export function writeMonths({ months }: MonthsValue): string {
  const size = Math.abs(months);
  const years = Math.floor(size / 12);
  const rest = size % 12;
  return `${months < 0 ? "-" : ""}P${years ? `${years}Y` : ""}${rest || !years ? `${rest}M` : ""}`;
}

/** The normal form: days, then hours below 24, minutes and seconds below 60. */
export function writeDays(value: DaysValue): string {
  const total = value.total;
  const size = total < 0n ? -total : total;
  const days = size / BigInt(dayNanos);
  const rest = Number(size % BigInt(dayNanos));
  const seconds = Math.floor(rest / 1e9);
  const fraction = rest % 1e9 === 0 ? "" : `.${(rest % 1e9).toString().padStart(9, "0").replace(/0+$/, "")}`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const whole = seconds % 60;
  const clock = `${hours ? `${hours}H` : ""}${minutes ? `${minutes}M` : ""}${whole || fraction ? `${whole}${fraction}S` : ""}`;
  if (days === 0n && clock === "") return "PT0S";
  return `${total < 0n ? "-" : ""}P${days ? `${days}D` : ""}${clock === "" ? "" : `T${clock}`}`;
}
