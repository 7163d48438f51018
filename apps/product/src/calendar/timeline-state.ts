/** Which weeks a timeline shows, and how many. Both are in the address. */
import { useMediaQuery } from "@mantine/hooks";
import { useProductContext } from "../context/product-context.tsx";
import { firstWeekday } from "../format/first-weekday.ts";
import { navigate, useQueryText } from "../navigation/location.ts";
import { addDays, isDay, startOfWeek } from "./days.ts";

export const zooms = [1, 2, 4, 12] as const;
export type Zoom = (typeof zooms)[number];

export interface TimelineState {
  readonly weeks: Zoom;
  /** The first day shown: the beginning of a week. */
  readonly first: string;
  show(to: { readonly weeks?: Zoom; readonly day?: string }): void;
}

export function useTimelineState(today: string): TimelineState {
  const { language } = useProductContext().product;
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const parameters = new URLSearchParams(useQueryText());
  const given = parameters.get("day") ?? "";
  const day = isDay(given) ? given : today;
  return {
    weeks: zooms.find((weeks) => String(weeks) === parameters.get("weeks")) ?? (narrow ? 1 : 4),
    first: startOfWeek(day, firstWeekday(language)),
    show(to) {
      const next = new URLSearchParams(parameters);
      if (to.weeks) next.set("weeks", String(to.weeks));
      if (to.day) next.set("day", to.day);
      navigate(`?${next.toString()}`, { replace: true });
    },
  };
}

/** How far one step goes: half of what is shown, but at least a week. */
export const stepOf = (weeks: Zoom): number => Math.max(7, (weeks * 7) / 2);

export const otherFirst = ({ first, weeks }: TimelineState, by: 1 | -1): string => addDays(first, by * stepOf(weeks));
