/** Relative dates of a filter (`dueDate.within=this week`): the first and the last day of a period, counted from today. Weeks begin on Monday. */

export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

export const relativeDatesExpected = 'a period such as today, this week, last month, next 7 days, past or future.';

/** Null where the text names no period. `today`: the date in the product's time zone. */
export function relativeDates(text: string, today: string): DayRange | null {
  const words = text.trim().toLowerCase().split(/\s+/);
  const [first, second, third] = words;
  if (words.length === 1) return singleDay(first!, today);
  const count = Number(second);
  if (words.length === 3 && (first === "last" || first === "next") && Number.isInteger(count) && count >= 1 && count <= 3660 && (third === "days" || third === "day"))
    return first === "last" ? { from: plusDays(today, 1 - count), to: today } : { from: today, to: plusDays(today, count - 1) };
  const by = { last: -1, this: 0, next: 1 }[first!];
  return words.length === 2 && by !== undefined ? period(second!, by, today) : null;
}

function singleDay(word: string, today: string): DayRange | null {
  const one = (day: string): DayRange => ({ from: day, to: day });
  switch (word) {
    case "today":
      return one(today);
    case "yesterday":
      return one(plusDays(today, -1));
    case "tomorrow":
      return one(plusDays(today, 1));
    case "past":
      return { from: null, to: plusDays(today, -1) };
    case "future":
      return { from: plusDays(today, 1), to: null };
    default:
      return null;
  }
}

function period(unit: string, by: number, today: string): DayRange | null {
  const [year, month] = today.split("-").map(Number) as [number, number];
  switch (unit) {
    case "week": {
      const monday = plusDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7) + 7 * by);
      return { from: monday, to: plusDays(monday, 6) };
    }
    case "month":
      return months(year, month - 1 + by, 1);
    case "quarter":
      return months(year, Math.floor((month - 1) / 3) * 3 + 3 * by, 3);
    case "year":
      return months(year + by, 0, 12);
    default:
      return null;
  }
}

/** `month` counts from 0, and may lie outside the year. */
const months = (year: number, month: number, count: number): DayRange => ({ from: dayText(Date.UTC(year, month, 1)), to: dayText(Date.UTC(year, month + count, 0)) });

const dayText = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
const plusDays = (day: string, days: number): string => dayText(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000);
