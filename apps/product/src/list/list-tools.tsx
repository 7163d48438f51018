/** Tools of a list: column selection, saved views, and sorting for narrow screens. */
import { ActionIcon, Button, Checkbox, Group, NativeSelect, Popover, Stack, Text, TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconBookmark, IconColumns3, IconX } from "@tabler/icons-react";
import { useState } from "react";
import type { ColumnData, EntityData, ListData } from "@nonet/screens";
import { useProductContext } from "../context/product-context.tsx";
import { navigate, useQueryText } from "../navigation/location.ts";
import type { ListState } from "./list-state.ts";

/** The document's columns first, then all other fields that the reader may see. */
export function choosableColumns(list: ListData, entity: EntityData): ColumnData[] {
  const known = new Set(list.columns.map((c) => c.key));
  const others = entity.fields.filter((f) => !known.has(f.key) && !["parts", "list", "file", "files"].includes(f.control) && !(f.control === "readonly" && f.parts.length > 0));
  return [
    ...list.columns,
    ...others.map((f) => ({
      key: f.key,
      path: f.name,
      label: f.label,
      control: f.control === "parts" ? ("list" as const) : f.control,
      sortable: !["references", "choices", "texts", "image", "images"].includes(f.control),
      currency: f.currency,
      choices: f.choices,
      entity: f.entity,
    })),
  ];
}

export function ColumnChooser({ list, entity, state }: { list: ListData; entity: EntityData; state: ListState }) {
  const all = choosableColumns(list, entity);
  const shown = new Set(state.columns ?? list.columns.map((c) => c.key));
  const toggle = (key: string) => {
    const next = all.map((c) => c.key).filter((k) => (k === key ? !shown.has(k) : shown.has(k)));
    if (next.length > 0) state.setColumns(next.join(",") === list.columns.map((c) => c.key).join(",") ? null : next);
  };
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={8} mah={360} style={{ overflowY: "auto" }} role="group" aria-label="Columns">
          {all.map((c) => (
            <Checkbox key={c.key} label={<bdi>{c.label}</bdi>} checked={shown.has(c.key)} onChange={() => toggle(c.key)} />
          ))}
          {state.columns ? (
            <Button size="xs" variant="subtle" onClick={() => state.setColumns(null)}>
              Reset columns
            </Button>
          ) : null}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface View {
  readonly name: string;
  readonly query: string;
}

export function SavedViews({ screen }: { screen: string }) {
  const { product, me } = useProductContext();
  const query = useQueryText();
  const [views, setViews] = useLocalStorage<readonly View[]>({ key: `nonet-views ${product.name} ${me.id ?? ""} ${screen}`, defaultValue: [] });
  const [name, setName] = useState("");
  const [opened, setOpened] = useState(false);
  const go = (text: string) => {
    setOpened(false);
    navigate(`${location.pathname}${text}`);
  };
  const save = (event: React.FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    setViews([...views.filter((v) => v.name !== name.trim()), { name: name.trim(), query }]);
    setName("");
    setOpened(false);
  };
  const currentView = views.find((v) => v.query === query && query !== "");
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />} onClick={() => setOpened(!opened)}>
          {currentView ? <bdi>{currentView.name}</bdi> : "Views"}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Button variant="subtle" justify="flex-start" size="xs" onClick={() => go("")}>
            Default view
          </Button>
          {views.map((v) => (
            <Group key={v.name} gap={4} wrap="nowrap">
              <Button variant={v === currentView ? "light" : "subtle"} justify="flex-start" size="xs" flex={1} onClick={() => go(v.query)}>
                <bdi>{v.name}</bdi>
              </Button>
              <ActionIcon variant="subtle" color="gray" aria-label={`Delete view ${v.name}`} onClick={() => setViews(views.filter((other) => other !== v))}>
                <IconX size={15} />
              </ActionIcon>
            </Group>
          ))}
          <form onSubmit={save}>
            <Group gap={6} align="flex-end" wrap="nowrap">
              <TextInput label="Save this view as" size="xs" flex={1} value={name} dir="auto" maxLength={60} onChange={(e) => setName(e.currentTarget.value)} />
              <Button type="submit" size="xs">
                Save
              </Button>
            </Group>
          </form>
          <Text size="xs" c="dimmed">
            Views are saved in this browser.
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** On narrow screens, columns in the second line have no headers to sort by. */
export function SortChoice({ columns, state }: { columns: readonly ColumnData[]; state: ListState }) {
  const options = columns
    .filter((c) => c.sortable)
    .flatMap((c) => [
      { value: c.key, label: `${c.label}, ascending` },
      { value: `-${c.key}`, label: `${c.label}, descending` },
    ]);
  const current = state.query.sort?.[0] ?? "";
  return (
    <NativeSelect
      label="Sort"
      w={{ base: "100%", xs: 240 }}
      value={options.some((o) => o.value === current) ? current : ""}
      onChange={(e) => state.sortBy(e.currentTarget.value)}
      data={[{ value: "", label: "Default order" }, ...options]}
    />
  );
}
