/** Which days a calendar shows, and how. Both are in the address, so that they survive a reload and can be sent to somebody. */
import { useMediaQuery } from "@mantine/hooks";
import { navigate, useQueryText } from "../navigation/location.ts";
import { isDay } from "./days.ts";

export const calendarViews = ["month", "week", "day", "agenda"] as const;
export type CalendarView = (typeof calendarViews)[number];

export interface CalendarState {
  readonly view: CalendarView;
  readonly day: string;
  show(to: { readonly view?: CalendarView; readonly day?: string }): void;
}

/** A month doesn't fit a telephone, so an agenda is shown there unless the person chooses another view. */
export function useCalendarState(today: string): CalendarState {
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const parameters = new URLSearchParams(useQueryText());
  const given = parameters.get("view");
  const day = parameters.get("day") ?? "";
  return {
    view: calendarViews.find((view) => view === given) ?? (narrow ? "agenda" : "month"),
    day: isDay(day) ? day : today,
    show(to) {
      const next = new URLSearchParams(parameters);
      if (to.view) next.set("view", to.view);
      if (to.day) next.set("day", to.day);
      navigate(`?${next.toString()}`, { replace: true });
    },
  };
}
