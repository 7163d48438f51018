/** Recognizes dates, times and durations in texts (ISO 8601 as restricted by DMN 1.5, section 10.3.2.3). */
import { date, days, months, time } from "../types/relations.ts";
import type { Type } from "../types/type.ts";

export const datePattern = /^(-?(?:[1-9]\d{4,8}|\d{4}))-(\d\d)-(\d\d)$/;
export const timePattern = /^(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|z|[+-]\d\d:\d\d(?::\d\d)?|@[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*)?$/;
export const monthsPattern = /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?$/;
export const daysPattern = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d*))?S)?)?$/;

/** The type of a literal such as `@"2026-03-01"`; undefined if the text isn't one, or the date doesn't exist (February 30). */
export function temporalType(text: string): Type | undefined {
  if (isDateText(text)) return date;
  if (isTimeText(text)) return timePattern.exec(text)![5] === undefined ? time : { kind: "time", zoned: true };
  if (text.includes("T") && !/^-?P/.test(text)) {
    const at = text.indexOf("T");
    const rest = text.slice(at + 1);
    if (!isDateText(text.slice(0, at)) || !isTimeText(rest)) return undefined;
    return { kind: "date and time", zoned: timePattern.exec(rest)?.[5] !== undefined };
  }
  if (monthsPattern.test(text) && /\d[YM]$/.test(text)) return months;
  if (daysPattern.test(text) && /\d[DHMS]$|\.S$/.test(text)) return days;
  return undefined;
}

/** Why the dialect `nonet` doesn't support this date, time or duration (see `Dialect.reach`), as the end of a sentence; undefined if it does. */
export function whyUnsupported(text: string): string | undefined {
  const type = temporalType(text);
  if (type?.kind === "time") return undefined;
  if (type?.kind === "date" || type?.kind === "date and time") return /^(?!0000)\d{4}-/.test(text) ? undefined : "the year must be from 1 to 9999";
  const counts = (monthsPattern.exec(text) ?? daysPattern.exec(text) ?? []).slice(2).map((digits) => Number(digits ?? 0));
  if (type?.kind === "years and months duration") return counts[0]! * 12 + counts[1]! <= 1_200_000 ? undefined : "a duration can be at most 100,000 years";
  if (type?.kind !== "days and time duration") return undefined;
  const hours = counts[0]! * 24 + counts[1]! + counts[2]! / 60 + counts[3]! / 3600;
  return hours <= 1e9 ? undefined : "a duration can be at most 1,000 million hours";
}

export function isDateText(text: string): boolean {
  const match = datePattern.exec(text);
  if (!match) return false;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

export function isTimeText(text: string): boolean {
  const match = timePattern.exec(text);
  if (!match) return false;
  if (Number(match[1]) > 23 || Number(match[2]) > 59 || Number(match[3]) > 59) return false;
  const zone = match[5];
  return zone === undefined || zone.startsWith("@") || isOffset(zone);
}

function isOffset(zone: string): boolean {
  if (zone === "Z" || zone === "z") return true;
  const [hours, minutes, seconds] = zone.slice(1).split(":").map(Number);
  return hours! <= 18 && minutes! <= 59 && (seconds ?? 0) <= 59;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export const durationUnits: readonly string[] = ["second", "minute", "hour", "day", "week", "month", "year"].flatMap((unit) => [`${unit}s`, unit]);
