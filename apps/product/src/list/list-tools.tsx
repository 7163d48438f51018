/** Tools of a list: its columns, its groups, sorting for narrow screens, and the button that folds them on a telephone. */
import { ActionIcon, Button, Group, Menu, NativeSelect, Popover, Stack } from "@mantine/core";
import { useIsNarrow } from "../context/narrow.ts";
import { IconArrowDown, IconArrowUp, IconColumns3, IconFilter, IconLayoutRows, IconSum } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import type { ColumnData, EntityData, ListData } from "@nonet/screens";
import { MenuCheckbox } from "./menu-checkbox.tsx";
import { choosableColumns, type ChosenColumn, groupChoices } from "./state/list-columns.ts";
import type { ListState } from "./state/list-state.ts";
import { t } from "../texts/texts.ts";

export function ColumnChooser({ list, entity, state }: { list: ListData; entity: EntityData; state: ListState }) {
  const all = choosableColumns(list, entity);
  const chosen: readonly ChosenColumn[] = state.columns ?? list.columns.map((c) => ({ key: c.key, width: null }));
  const place = (c: ColumnData): number => chosen.findIndex((one) => one.key === c.key);
  const lines = [...all.filter((c) => place(c) >= 0).sort((a, b) => place(a) - place(b)), ...all.filter((c) => place(c) < 0)];
  const set = (next: readonly ChosenColumn[]) => {
    const isDocuments = next.every((c) => c.width === null) && next.map((c) => c.key).join() === list.columns.map((c) => c.key).join();
    if (next.length > 0) state.setColumns(isDocuments ? null : next);
  };
  const toggle = (key: string) => set(chosen.some((c) => c.key === key) ? chosen.filter((c) => c.key !== key) : [...chosen, { key, width: null }]);
  const move = (from: number, by: number) => {
    const next = [...chosen];
    next.splice(from + by, 0, ...next.splice(from, 1));
    set(next);
  };
  return (
    <Popover position="bottom-end" width={300} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t("columns")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={4} mah={400} style={{ overflowY: "auto" }} role="group" aria-label={t("columns")}>
          {lines.map((c) => (
            <ColumnLine key={c.key} column={c} place={place(c)} count={chosen.length} state={state} onToggle={() => toggle(c.key)} onMove={(by) => move(place(c), by)} />
          ))}
          {state.columns ? (
            <Button size="xs" variant="subtle" onClick={() => state.setColumns(null)}>
              {t("reset-columns")}
            </Button>
          ) : null}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ColumnLineProps {
  readonly column: ColumnData;
  /** Its place among the shown columns; -1 if it isn't shown. */
  readonly place: number;
  readonly count: number;
  readonly state: ListState;
  onToggle(): void;
  onMove(by: number): void;
}

function ColumnLine({ column, place, count, state, onToggle, onMove }: ColumnLineProps) {
  const isSummed = state.sums.includes(column.key);
  const sum = () => state.setSums(isSummed ? state.sums.filter((key) => key !== column.key) : [...state.sums, column.key]);
  return (
    <Group gap={2} wrap="nowrap" mih={28}>
      <MenuCheckbox flex={1} label={<bdi>{column.label}</bdi>} checked={place >= 0} onChange={onToggle} />
      {place >= 0 && column.total ? (
        <ActionIcon
          variant={isSummed ? "light" : "subtle"}
          color={isSummed ? undefined : "gray"}
          aria-pressed={isSummed}
          aria-label={t("total-of-column", { column: column.label })}
          title={t("show-the-total")}
          onClick={sum}
        >
          <IconSum size={15} />
        </ActionIcon>
      ) : null}
      {place >= 0 ? (
        <>
          <ActionIcon variant="subtle" color="gray" aria-label={t("move-column-up", { column: column.label })} disabled={place === 0} onClick={() => onMove(-1)}>
            <IconArrowUp size={15} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={t("move-column-down", { column: column.label })} disabled={place === count - 1} onClick={() => onMove(1)}>
            <IconArrowDown size={15} />
          </ActionIcon>
        </>
      ) : null}
    </Group>
  );
}

export function GroupChooser({ list, entity, state }: { list: ListData; entity: EntityData; state: ListState }) {
  const choices = groupChoices(list, entity);
  const current = choices.find((c) => c.value === state.group);
  if (choices.length === 0) return null;
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button variant={state.group ? "light" : "default"} fw={state.group ? 600 : 400} c="var(--mantine-color-text)" leftSection={<IconLayoutRows size={16} aria-hidden />}>
          {current ? <bdi>{t("grouped-by-current", { current: lowerFirst(current.label) })}</bdi> : t("group")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        {state.group ? <Menu.Item onClick={() => state.setGroup("")}>{t("no-groups")}</Menu.Item> : null}
        {choices.map((c) => (
          <Menu.Item key={c.value} onClick={() => state.setGroup(c.value)} aria-current={c.value === state.group ? "true" : undefined}>
            <bdi>{c.label}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const lowerFirst = (text: string): string => (/^\p{Lu}\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));

/** On narrow screens, columns in the second line have no headers to sort by. */
export function SortChoice({ columns, state }: { columns: readonly ColumnData[]; state: ListState }) {
  const options = columns
    .filter((c) => c.sortable)
    .flatMap((c) => [
      { value: c.key, label: t("label-ascending", { label: c.label }) },
      { value: `-${c.key}`, label: t("label-descending", { label: c.label }) },
    ]);
  const current = state.query.sort?.[0] ?? "";
  return (
    <NativeSelect
      aria-label={t("sort")}
      flex={{ base: "1 0 10rem", xs: "unset" }}
      w={{ xs: 220 }}
      value={options.some((o) => o.value === current) ? current : ""}
      onChange={(e) => state.sortBy(e.currentTarget.value)}
      data={[{ value: "", label: t("sort-default-order") }, ...options]}
    />
  );
}

/** On a telephone the tools of a list are folded behind one button beside its search. */
export function CollapsedTools({ state, children }: { state: ListState; children: ReactNode }) {
  const narrow = useIsNarrow();
  const [opened, setOpened] = useState(false);
  const id = useId();
  if (!narrow) return children;
  return (
    <>
      <Button
        variant={state.filtersOn > 0 ? "light" : "default"}
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
      >
        {state.filtersOn > 0 ? t("filters-filterson", { filtersOn: state.filtersOn }) : t("filters")}
      </Button>
      {opened ? (
        <div id={id} className="folded-tools">
          {children}
        </div>
      ) : null}
    </>
  );
}
