/** What the days of a calendar are called: "May 2026", "4 – 10 May 2026", "Monday, 4 May 2026". */
import { languageTag } from "../format/language-tag.ts";
import type { CalendarView } from "./calendar-state.ts";
import { addDays } from "./days.ts";
import type { Period } from "./range-records.ts";
import { dateFormat } from "../format/formatters.ts";

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);

export function periodTitle(view: CalendarView, day: string, period: Period | null, language: string): string {
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat(languageTag(language), { timeZone: "UTC", year: "numeric", ...options });
  if (view === "month") return format({ month: "long" }).format(at(day));
  if (view === "day" || !period) return format({ weekday: "long", day: "numeric", month: "long" }).format(at(day));
  return rangeTitle(period, language);
}

export const rangeTitle = ({ first, last }: Period, language: string): string =>
  dateFormat(languageTag(language), { timeZone: "UTC", year: "numeric", month: "short", day: "numeric" }).formatRange(at(first), at(last));

/** The day that the next or the previous page of a view shows. */
export function otherDay(view: CalendarView, day: string, by: 1 | -1): string {
  if (view === "day") return addDays(day, by);
  if (view === "week") return addDays(day, 7 * by);
  if (view === "agenda") return addDays(day, 28 * by);
  const first = at(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + by);
  return first.toISOString().slice(0, 10);
}
