/** Computes with a working calendar: working days, working time, the next working day. Days and instants are days and seconds since 1970. */
import { offsetAt, offsetAtLocal } from "./calendar.ts";

export interface WorkingCalendar {
  /** Weekday 1 is Monday. Times are HH:MM in the time zone; `to` can be "24:00". */
  readonly hours: readonly { readonly weekday: number; readonly from: string; readonly to: string }[];
  /** Days since 1970. */
  readonly holidays: ReadonlySet<number>;
}

const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;
export const isWorkingDay = (calendar: WorkingCalendar, day: number): boolean => !calendar.holidays.has(day) && calendar.hours.some((h) => h.weekday === weekdayOf(day));

/** The number of working days after `from`, up to and including `to`; negative if `to` comes first. */
export function workingDays(calendar: WorkingCalendar, from: number, to: number): number {
  let count = 0;
  for (let day = Math.min(from, to) + 1; day <= Math.max(from, to); day++) if (isWorkingDay(calendar, day)) count++;
  return to < from ? -count : count;
}

const maxDaysAhead = 100_000;

/** The first working day after `from`; null if there is none. */
export function nextWorkingDay(calendar: WorkingCalendar, from: number): number | null {
  for (let day = from + 1; day <= from + maxDaysAhead; day++) if (isWorkingDay(calendar, day)) return day;
  return null;
}

/** The working day `count` working days after `from`, or before it; `from` itself for 0; null if there is none. */
export function nthWorkingDay(calendar: WorkingCalendar, from: number, count: number): number | null {
  const step = count < 0 ? -1 : 1;
  let left = Math.abs(count);
  let day = from;
  for (let steps = 0; left > 0; steps++) {
    if (steps >= maxDaysAhead) return null;
    day += step;
    if (isWorkingDay(calendar, day)) left--;
  }
  return day;
}

const maxDaysOfTime = 36_600;

/** The instant after so many seconds of working time, or before it if they are negative; null if there is none. */
export function plusWorkingSeconds(calendar: WorkingCalendar, from: number, seconds: number, zone: string): number | null {
  if (seconds === 0) return from;
  const back = seconds < 0;
  let left = Math.abs(seconds);
  const first = Math.floor((from + offsetAt(zone, from)) / 86_400);
  for (let i = 0; i <= maxDaysOfTime; i++) {
    const day = back ? first - i : first + i;
    if (calendar.holidays.has(day)) continue;
    const hours = calendar.hours.filter(({ weekday }) => weekday === weekdayOf(day)).map((h) => [instantOf(day, h.from, zone), instantOf(day, h.to, zone)] as const);
    for (const [since, till] of hours.sort((a, b) => (back ? b[0] - a[0] : a[0] - b[0]))) {
      const [low, high] = back ? [since, Math.min(from, till)] : [Math.max(from, since), till];
      if (high <= low) continue;
      if (left <= high - low) return back ? high - left : low + left;
      left -= high - low;
    }
  }
  return null;
}

/** Seconds of working time between two instants. A time that occurs twice in the time zone means the first instant. */
export function workingSeconds(calendar: WorkingCalendar, from: number, to: number, zone: string): number {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  let total = 0;
  for (let day = Math.floor(low / 86_400) - 1; day <= Math.floor(high / 86_400) + 1; day++) {
    if (calendar.holidays.has(day)) continue;
    for (const hours of calendar.hours) {
      if (hours.weekday !== weekdayOf(day)) continue;
      total += Math.max(0, Math.min(high, instantOf(day, hours.to, zone)) - Math.max(low, instantOf(day, hours.from, zone)));
    }
  }
  return to < from ? -total : total;
}

function instantOf(day: number, clock: string, zone: string): number {
  const [hours, minutes] = clock.split(":").map(Number) as [number, number];
  const local = day * 86_400 + hours * 3600 + minutes * 60;
  return local - offsetAtLocal(zone, local);
}
