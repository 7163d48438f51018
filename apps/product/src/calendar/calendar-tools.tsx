/** The way through a calendar: today, back and forth, and the choice of a view; each has a key. */
import { useSingleKeys } from "../navigation/single-keys.ts";
import { calendarViews, type CalendarState, type CalendarView } from "./calendar-state.ts";
import { PeriodBar } from "./period-bar.tsx";
import { otherDay } from "./period-title.ts";
import { t } from "../texts/texts.ts";

const labels = (): Readonly<Record<CalendarView, string>> => ({ month: t("month"), week: t("week"), day: t("day"), agenda: t("agenda") });

export function CalendarTools({ state, title, today }: { state: CalendarState; title: string; today: string }) {
  const { view, day, show } = state;
  const turn = (by: 1 | -1) => show({ day: otherDay(view, day, by) });
  useSingleKeys([
    ["T", () => show({ day: today })],
    ["J", () => turn(1)],
    ["K", () => turn(-1)],
    ["M", () => show({ view: "month" })],
    ["W", () => show({ view: "week" })],
    ["D", () => show({ view: "day" })],
    ["A", () => show({ view: "agenda" })],
  ]);
  return (
    <PeriodBar
      title={title}
      onToday={() => show({ day: today })}
      onTurn={turn}
      back={t("previous")}
      forth={t("next")}
      choice={{
        label: t("view"),
        value: view,
        options: calendarViews.map((one) => ({ value: one, label: labels()[one] })),
        onChange: (value) => show({ view: value as CalendarView }),
      }}
    />
  );
}
