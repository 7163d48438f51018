/** The filters of a list: a button for each of the document's filters and for those that a person has added. */
import { Button, CloseButton, Popover, ScrollArea, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconFilterPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { ColumnData, ListData } from "@nonet/screens";
import { useProductContext } from "../context/product-context.tsx";
import { textOf } from "../format/value-text.ts";
import { FilterEditor, useRecordNames } from "./filter-editor.tsx";
import { filterKind, type FilterValue, isActive, noFilter, periodLabel } from "./state/filter-values.ts";
import type { ListState } from "./state/list-state.ts";
import { t } from "../texts/texts.ts";

export interface FilterBarProps {
  readonly list: ListData;
  readonly filterable: readonly ColumnData[];
  readonly state: ListState;
}

export function FilterBar({ list, filterable, state }: FilterBarProps) {
  const [added, setAdded] = useState<string | null>(null);
  const shown = filterable.filter((c) => list.filters.some((f) => f.key === c.key) || isActive(state.filter(c.key)) || c.key === added);
  const others = filterable.filter((c) => !shown.includes(c));
  return (
    <>
      {shown.map((c) => (
        <FilterButton
          key={c.key}
          column={c}
          value={state.filter(c.key)}
          onChange={(value) => state.setFilter(c.key, value)}
          startsOpen={c.key === added}
          onClose={() => setAdded(null)}
        />
      ))}
      {others.length > 0 ? <AddFilter columns={others} onAdd={setAdded} /> : null}
      {state.filtersOn > 0 ? (
        <Button variant="subtle" color="gray" onClick={state.clear}>
          {t("clear-filters")}
        </Button>
      ) : null}
    </>
  );
}

interface FilterButtonProps {
  readonly column: ColumnData;
  readonly value: FilterValue;
  readonly startsOpen: boolean;
  onChange(value: FilterValue): void;
  onClose(): void;
}

function FilterButton({ column, value, startsOpen, onChange, onClose }: FilterButtonProps) {
  const [opened, setOpened] = useState(startsOpen);
  const text = useFilterText(column, value);
  const active = isActive(value);
  const toggle = (open: boolean) => {
    setOpened(open);
    if (!open) onClose();
  };
  return (
    <Popover opened={opened} onChange={toggle} position="bottom-start" width={300} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button.Group>
          <Button
            variant={active ? "light" : "default"}
            fw={active ? 600 : 400}
            c="var(--mantine-color-text)"
            maw={320}
            rightSection={active ? undefined : <IconChevronDown size={14} aria-hidden />}
            aria-expanded={opened}
            aria-label={t("filter-by-column-value", { column: column.label, value: active ? `: ${text}` : "" })}
            onClick={() => toggle(!opened)}
          >
            <bdi>{column.label}</bdi>
            {active ? <Text span inherit truncate>{`: ${text}`}</Text> : null}
          </Button>
          {active ? (
            <CloseButton variant="subtle" size="lg" iconSize={14} aria-label={t("remove-the-filter-column", { column: column.label })} onClick={() => onChange(noFilter)} />
          ) : null}
        </Button.Group>
      </Popover.Target>
      <Popover.Dropdown>
        <FilterEditor column={column} value={value} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

function useFilterText(column: ColumnData, value: FilterValue): string {
  const { product } = useProductContext();
  const names = useRecordNames(column, value.values);
  const { values, from, to, within, contains, empty } = value;
  const isDay = filterKind(column) === "day";
  const show = (v: string) => textOf({ control: isDay ? "date" : column.control, currency: column.currency }, v, product);
  if (empty !== null) return empty ? t("empty") : t("not-empty");
  if (within) return periodLabel(within);
  if (from || to) return from && to ? `${show(from)} – ${show(to)}` : from ? t("from-from", { from: show(from) }) : t("to-to", { to: show(to) });
  if (contains) return `“${contains}”`;
  const one = (v: string) => (v === "" ? t("empty") : v === "true" ? t("yes") : v === "false" ? t("no") : filterKind(column) === "reference" ? (names.get(v) ?? "…") : show(v));
  return values.length > 3 ? t("count-values", { count: values.length }) : values.map(one).join(", ");
}

function AddFilter({ columns, onAdd }: { columns: readonly ColumnData[]; onAdd(key: string): void }) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState("");
  const found = columns.filter((c) => c.label.toLowerCase().includes(text.trim().toLowerCase()));
  const add = (key: string) => {
    setOpened(false);
    setText("");
    onAdd(key);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={240} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="subtle" color="gray" leftSection={<IconFilterPlus size={16} aria-hidden />} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {t("add-filter")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Stack gap={4}>
          {columns.length > 8 ? (
            <TextInput size="xs" aria-label={t("search-fields")} placeholder={t("search-fields-2")} value={text} onChange={(e) => setText(e.currentTarget.value)} />
          ) : null}
          <ScrollArea.Autosize mah={300}>
            {found.map((c) => (
              <UnstyledButton key={c.key} className="menu-line" onClick={() => add(c.key)}>
                <bdi>{c.label}</bdi>
              </UnstyledButton>
            ))}
            {found.length === 0 ? (
              <Text size="sm" c="dimmed" px={8}>
                {t("no-results")}
              </Text>
            ) : null}
          </ScrollArea.Autosize>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
