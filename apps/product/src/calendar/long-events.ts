/** Records on more than one day: those longer than a day are bars above the hours of a week and one line of an agenda; a night belongs to the day on which it begins. */
import type { EventApi, EventInput } from "@fullcalendar/core";
import { dateFormat } from "../format/formatters.ts";
import { languageTag } from "../format/language-tag.ts";
import { addDays } from "./days.ts";

/** What the view draws: days as a grid, hours, or a list of days. */
export type EventForm = "days" | "hours" | "list";

/** Where the record really is, and where its bar is drawn, as wall times; an end no longer belongs to it. */
interface Real {
  readonly start: string;
  readonly end: string;
  readonly shownStart: string;
  readonly shownEnd: string;
}

const dayMs = 86_400_000;
const at = (wallTime: string): number => Date.parse(wallTime.length > 10 ? `${wallTime}Z` : `${wallTime}T00:00:00Z`);
/** Of an end, the day after the last one. */
const dayAfter = (end: string): string => (end.length === 10 || end.endsWith("T00:00") ? end.slice(0, 10) : addDays(end.slice(0, 10), 1));

/** `first`: the first day shown. */
export function inForm(event: EventInput, form: EventForm, first: string | null, language: string): EventInput {
  if (!event.end) return event;
  const [start, end] = [String(event.start), String(event.end)];
  const [firstDay, next] = [start.slice(0, 10), dayAfter(end)];
  if (form !== "hours" && isNight(event, start, end))
    return { ...event, end: `${firstDay}T23:59`, extendedProps: { ...event.extendedProps, real: { start, end, shownStart: start, shownEnd: `${firstDay}T23:59` } } };
  if (form === "hours" && !event.allDay && at(end) - at(start) > dayMs) return drawn(event, { start, end, shownStart: firstDay, shownEnd: next }, {});
  if (form !== "list" || at(next) - at(firstDay) <= dayMs) return event;
  const shownStart = first !== null && first > firstDay ? first : firstDay;
  const period = dateFormat(languageTag(language), { timeZone: "UTC", month: "short", day: "numeric" }).formatRange(at(firstDay), at(addDays(next, -1)));
  return drawn(event, { start, end, shownStart, shownEnd: addDays(shownStart, 1) }, { period });
}

/** Less than a day long, over midnight, and over by noon. */
const isNight = (event: EventInput, start: string, end: string): boolean =>
  !event.allDay &&
  start.slice(11) < "23:59" &&
  end.slice(0, 10) === addDays(start.slice(0, 10), 1) &&
  end.slice(11) > "00:00" &&
  end.slice(11) <= "12:00" &&
  at(end) - at(start) < dayMs;

const drawn = (event: EventInput, real: Real, more: Readonly<Record<string, string>>): EventInput => ({
  ...event,
  start: real.shownStart,
  end: real.shownEnd,
  allDay: true,
  extendedProps: { ...event.extendedProps, real, ...more },
});

export interface Place {
  readonly start: Date | null;
  readonly end: Date | null;
}

/** Where a bar stands now: a record that is drawn elsewhere than it is has moved as far as its bar, and keeps its times. */
export function placeOf({ start, end, extendedProps }: Pick<EventApi, "start" | "end" | "extendedProps">): Place {
  const real = extendedProps["real"] as Real | undefined;
  if (!real || !start) return { start, end };
  const moved = (from: string, shown: string, now: Date): Date => new Date(at(from) + now.getTime() - at(shown));
  return { start: moved(real.start, real.shownStart, start), end: moved(real.end, real.shownEnd, end ?? new Date(start.getTime() + dayMs)) };
}
