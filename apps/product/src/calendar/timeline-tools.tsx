/** The way through a timeline: today, back and forth, and how many weeks are shown. */
import { ActionIcon, Button, Group, SegmentedControl, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useSingleKeys } from "../navigation/single-keys.ts";
import { otherFirst, zooms, type TimelineState, type Zoom } from "./timeline-state.ts";
import { t } from "../texts/texts.ts";

export function TimelineTools({ state, title, today }: { state: TimelineState; title: string; today: string }) {
  const turn = (by: 1 | -1) => state.show({ day: otherFirst(state, by) });
  const zoom = (by: 1 | -1) => state.show({ weeks: zooms[Math.min(Math.max(zooms.indexOf(state.weeks) + by, 0), zooms.length - 1)]! });
  useSingleKeys([
    ["T", () => state.show({ day: today })],
    ["J", () => turn(1)],
    ["K", () => turn(-1)],
    ["-", () => zoom(1)],
    ["+", () => zoom(-1)],
    ["shift++", () => zoom(-1)],
  ]);
  return (
    <Group mb="md" gap="xs" justify="space-between" className="no-print">
      <Group gap="xs">
        <Button variant="default" onClick={() => state.show({ day: today })} aria-keyshortcuts="T">
          {t("today")}
        </Button>
        <ActionIcon.Group>
          <ActionIcon variant="default" size={36} aria-label={t("earlier")} aria-keyshortcuts="K" onClick={() => turn(-1)}>
            <IconChevronLeft size={18} className="flips" />
          </ActionIcon>
          <ActionIcon variant="default" size={36} aria-label={t("later-2")} aria-keyshortcuts="J" onClick={() => turn(1)}>
            <IconChevronRight size={18} className="flips" />
          </ActionIcon>
        </ActionIcon.Group>
        <Text fw={600} size="lg" role="status">
          {title}
        </Text>
      </Group>
      <SegmentedControl
        aria-label={t("zoom")}
        value={String(state.weeks)}
        onChange={(value) => state.show({ weeks: Number(value) as Zoom })}
        data={zooms.map((weeks) => ({ value: String(weeks), label: t("weeks-shown", { n: weeks }) }))}
      />
    </Group>
  );
}
