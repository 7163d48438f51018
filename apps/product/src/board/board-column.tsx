/** A column of a board. Ended states are folded until somebody opens them, and a long column shows its first cards. */
import { Button, Group, Text, UnstyledButton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import type { Row } from "../api/queries.ts";
import { StateBadge } from "../value/state-badge.tsx";
import { BoardCard } from "./board-card.tsx";
import { isEnded, type BoardColumn } from "./board-columns.ts";
import type { CardProps } from "./card-props.ts";
import { t } from "../texts/texts.ts";
import { midSentence } from "../texts/texts.ts";

const firstCards = 20;

interface ColumnProps extends Omit<CardProps, "row"> {
  readonly column: BoardColumn;
  readonly cards: readonly Row[];
  /** A card was dropped here: its record's id. */
  onDrop(id: string): void;
}

export function BoardColumnView({ column, cards, onDrop, ...shared }: ColumnProps) {
  const { entity, body } = shared;
  const [over, setOver] = useState(false);
  const [all, setAll] = useState(false);
  const ended = isEnded(body, entity, column);
  const [folded, setFolded] = useLocalStorage({ key: `nonet-folded-${entity.name}-${column.key}`, defaultValue: ended, getInitialValueInEffect: false });
  const drop = {
    "data-over": over || undefined,
    onDragOver: (e: React.DragEvent) => {
      e.preventDefault();
      setOver(true);
    },
    onDragLeave: (e: React.DragEvent) => !e.currentTarget.contains(e.relatedTarget as Node) && setOver(false),
    onDrop: (e: React.DragEvent) => {
      e.preventDefault();
      setOver(false);
      onDrop(e.dataTransfer.getData("text/plain"));
    },
  };
  if (folded)
    return (
      <section className="board-column board-folded" aria-label={column.label} {...drop}>
        <div className="board-lane">
          <UnstyledButton aria-expanded={false} onClick={() => setFolded(false)}>
            <IconChevronRight size={16} aria-hidden />
            <Heading column={column} {...shared} />
            <Text size="sm" c="dimmed">
              {cards.length}
            </Text>
          </UnstyledButton>
        </div>
      </section>
    );
  const shown = all ? cards : cards.slice(0, firstCards);
  return (
    <section className="board-column" aria-label={column.label} {...drop}>
      <div className="board-lane">
        <Group justify="space-between" mb="sm" wrap="nowrap">
          <Heading column={column} {...shared} />
          <Group gap={4} wrap="nowrap">
            <Text size="sm" c="dimmed">
              {cards.length}
            </Text>
            {ended ? (
              <Button size="compact-sm" variant="subtle" color="gray" aria-expanded aria-label={t("hide-column", { column: column.label })} onClick={() => setFolded(true)}>
                {t("hide")}
              </Button>
            ) : null}
          </Group>
        </Group>
        {shown.map((row) => (
          <BoardCard key={row.id} row={row} {...shared} />
        ))}
        {shown.length < cards.length ? (
          <Button fullWidth variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
            {t("show-cards-more", { cards: cards.length - shown.length })}
          </Button>
        ) : null}
        {cards.length === 0 ? (
          <Text size="sm" c="dimmed" ta="center" py="xs">
            {t("no-plural", { plural: midSentence(entity.plural) })}
          </Text>
        ) : null}
      </div>
    </section>
  );
}

function Heading({ column, body, entity }: Pick<ColumnProps, "column" | "body" | "entity">) {
  return body.of === null ? (
    <StateBadge state={column.key} colours={body.by === "state" ? entity.colours : {}} />
  ) : (
    <Text size="sm" fw={600}>
      <bdi>{column.label}</bdi>
    </Text>
  );
}
