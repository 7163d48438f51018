/** Arithmetic with days as ISO dates, independent of clock and time zone. */

/** Whether the text is a day of the calendar, as in `2026-03-31`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

export const daysFrom = (first: string, count: number): string[] => Array.from({ length: count }, (_, i) => addDays(first, i));

/** The first day of the day's week, which begins on `weekday`; 0 is Sunday. */
export const startOfWeek = (day: string, weekday: number): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 7 - weekday) % 7));
