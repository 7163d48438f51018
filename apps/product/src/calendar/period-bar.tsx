/** The bar above a calendar or a timeline: today, one period back and forth, what is shown, and the choice of how much. */
import { ActionIcon, Button, Group, SegmentedControl, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { t } from "../texts/texts.ts";

interface PeriodBarProps {
  readonly title: string;
  readonly onToday: () => void;
  readonly onTurn: (by: 1 | -1) => void;
  /** What the buttons back and forth are called. */
  readonly back: string;
  readonly forth: string;
  readonly choice: {
    readonly label: string;
    readonly value: string;
    readonly options: readonly { readonly value: string; readonly label: string }[];
    readonly onChange: (value: string) => void;
  };
}

export function PeriodBar({ title, onToday, onTurn, back, forth, choice }: PeriodBarProps) {
  return (
    <Group mb="md" gap="xs" justify="space-between" className="no-print">
      <Group gap="xs">
        <Button variant="default" onClick={onToday} aria-keyshortcuts="T">
          {t("today")}
        </Button>
        <ActionIcon.Group>
          <ActionIcon variant="default" size={36} aria-label={back} aria-keyshortcuts="K" onClick={() => onTurn(-1)}>
            <IconChevronLeft size={18} className="flips" />
          </ActionIcon>
          <ActionIcon variant="default" size={36} aria-label={forth} aria-keyshortcuts="J" onClick={() => onTurn(1)}>
            <IconChevronRight size={18} className="flips" />
          </ActionIcon>
        </ActionIcon.Group>
        <Text fw={600} size="lg" role="status">
          {title}
        </Text>
      </Group>
      <SegmentedControl aria-label={choice.label} value={choice.value} onChange={choice.onChange} data={[...choice.options]} />
    </Group>
  );
}
