/** The way through a calendar: today, back and forth, and the choice of a view; each has a key. */
import { ActionIcon, Button, Group, SegmentedControl, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useSingleKeys } from "../navigation/single-keys.ts";
import { calendarViews, type CalendarState, type CalendarView } from "./calendar-state.ts";
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
    <Group mb="md" gap="xs" justify="space-between" className="no-print">
      <Group gap="xs">
        <Button variant="default" onClick={() => show({ day: today })} aria-keyshortcuts="T">
          {t("today")}
        </Button>
        <ActionIcon.Group>
          <ActionIcon variant="default" size={36} aria-label={t("previous")} aria-keyshortcuts="K" onClick={() => turn(-1)}>
            <IconChevronLeft size={18} className="flips" />
          </ActionIcon>
          <ActionIcon variant="default" size={36} aria-label={t("next")} aria-keyshortcuts="J" onClick={() => turn(1)}>
            <IconChevronRight size={18} className="flips" />
          </ActionIcon>
        </ActionIcon.Group>
        <Text fw={600} size="lg" role="status">
          {title}
        </Text>
      </Group>
      <SegmentedControl
        aria-label={t("view")}
        value={view}
        onChange={(value) => show({ view: value as CalendarView })}
        data={calendarViews.map((one) => ({ value: one, label: labels()[one] }))}
      />
    </Group>
  );
}
