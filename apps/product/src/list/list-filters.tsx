/** The filters of a list: a choice, a reference, yes or no, or a range of dates or numbers. */
import { Button, Group, Select, TextInput } from "@mantine/core";
import type { ColumnData, ListData } from "@nonet/screens";
import { useList } from "../api/queries.ts";
import { useEntity } from "../context/product-context.tsx";
import { recordName } from "../format/record-name.ts";
import { navigate } from "../navigation/location.ts";
import type { ListState } from "./list-state.ts";
import { useState } from "react";
import { useDebouncedCallback, useMediaQuery } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";

export function ListFilters({ list, state }: { list: ListData; state: ListState }) {
  const narrow = useMediaQuery("(max-width: 36em)");
  const [opened, setOpened] = useState(false);
  // On a phone the filters are collapsed.
  if (narrow && !opened && list.filters.length > 0)
    return (
      <Button variant="default" fullWidth leftSection={<IconFilter size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {state.filtersOn > 0 ? `Filters (${state.filtersOn})` : "Filters"}
      </Button>
    );
  return (
    <>
      {list.filters.map((f) => (
        <Filter key={f.key} filter={f} state={state} />
      ))}
      {state.filtersOn > 0 ? (
        <Button variant="subtle" color="gray" onClick={() => navigate(location.pathname, { replace: true })}>
          Clear filters
        </Button>
      ) : null}
    </>
  );
}

function Filter({ filter, state }: { filter: ColumnData; state: ListState }) {
  const value = state.valueOf(filter.key);
  const common = {
    label: filter.label,
    placeholder: "Any",
    clearable: true,
    w: { base: "100%", xs: 170 },
    value: value || null,
    onChange: (v: string | null) => state.setFilter(filter.key, v ?? ""),
    comboboxProps: { keepMounted: false },
  };
  switch (filter.control) {
    case "choice":
    case "choices":
      return <Select {...common} data={[...filter.choices]} />;
    case "yes/no":
      return (
        <Select
          {...common}
          data={[
            { value: "true", label: "yes" },
            { value: "false", label: "no" },
          ]}
        />
      );
    case "reference":
    case "references":
      return <ReferenceFilter filter={filter} state={state} />;
    case "date":
    case "date and time":
    case "number":
    case "integer":
    case "money":
      return <RangeFilter filter={filter} state={state} />;
    default:
      return <TextFilter filter={filter} state={state} />;
  }
}

function ReferenceFilter({ filter, state }: { filter: ColumnData; state: ListState }) {
  const entity = useEntity(filter.entity ?? "");
  const [search, setSearch] = useState("");
  const found = useList({ path: entity?.path ?? "", limit: 50, fields: ["shownAs"] }, entity !== undefined);
  const [id, name] = state.valueOf(filter.key).split("~");
  const options = new Map((found.data?.items ?? []).map((r) => [r.id, recordName(r, entity?.titleKey ?? null, entity?.name)]));
  if (id && !options.has(id)) options.set(id, name ?? "…");
  return (
    <Select
      label={filter.label}
      placeholder="Any"
      clearable
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      w={{ base: "100%", xs: 180 }}
      data={[...options].map(([value, label]) => ({ value, label }))}
      value={id || null}
      onChange={(v) => state.setFilter(filter.key, v ?? "")}
      nothingFoundMessage="No results"
      comboboxProps={{ keepMounted: false }}
    />
  );
}

function RangeFilter({ filter, state }: { filter: ColumnData; state: ListState }) {
  const type = filter.control.startsWith("date") ? "date" : "number";
  return (
    <Group gap={4} wrap="nowrap" align="flex-end">
      <TextInput
        type={type}
        label={`${filter.label} from`}
        w={150}
        value={state.valueOf(`${filter.key}.from`)}
        onChange={(e) => state.setFilter(`${filter.key}.from`, e.currentTarget.value)}
      />
      <TextInput
        type={type}
        label="to"
        aria-label={`${filter.label} to`}
        w={150}
        value={state.valueOf(`${filter.key}.to`)}
        onChange={(e) => state.setFilter(`${filter.key}.to`, e.currentTarget.value)}
      />
    </Group>
  );
}

function TextFilter({ filter, state }: { filter: ColumnData; state: ListState }) {
  const [text, setText] = useState(state.valueOf(filter.key));
  const debounced = useDebouncedCallback((v: string) => state.setFilter(filter.key, v), 300);
  return (
    <TextInput
      label={filter.label}
      placeholder="Any"
      w={{ base: "100%", xs: 170 }}
      value={text}
      onChange={(e) => {
        setText(e.currentTarget.value);
        debounced(e.currentTarget.value);
      }}
    />
  );
}
