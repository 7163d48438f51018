/** A list of records with search, filters, sorting, paging, selection, actions and exports, all done by the server. */
import { Button, Group, Menu, TextInput } from "@mantine/core";
import { useDebouncedCallback, useElementSize } from "@mantine/hooks";
import { IconDownload, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import type { ListData, ScreenData } from "@nonet/screens";
import { listAddress, blockingError, useList } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity } from "../context/product-context.tsx";
import { downloadLink } from "../problem/download-link.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { OfferedActions } from "../form/offered-actions.tsx";
import { BatchBar } from "./batch-bar.tsx";
import { ImportButton } from "./import-dialog.tsx";
import { ListFilters } from "./list-filters.tsx";
import { useListState } from "./list-state.ts";
import { ListTable, Paging } from "./list-table.tsx";
import { choosableColumns, ColumnChooser, SavedViews, SortChoice } from "./list-tools.tsx";
import { NewButton } from "./new-button.tsx";
import { splitColumns, availableWidth } from "./responsive-columns.ts";

export function ListScreen({ screen, list: listData }: { screen: ScreenData; list: ListData }) {
  const entity = useEntity(listData.entity);
  const state = useListState(listData);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { ref, width } = useElementSize();
  const chosen = entity && state.columns ? choosableColumns(listData, entity).filter((c) => state.columns!.includes(c.key)) : [];
  const list = chosen.length > 0 ? { ...listData, columns: chosen } : listData;
  const fields = [
    ...new Set([
      ...list.columns.flatMap((c) => (c.currencyKey ? [c.key, c.currencyKey] : [c.key])),
      ...(list.groupBy ? [list.groupBy.key] : []),
      ...(entity && entity.recordParameter !== "id" ? [entity.recordParameter.replace(/[ _-]+(.)/g, (_, c: string) => c.toUpperCase())] : []),
      "shownAs",
    ]),
  ];
  const query = { path: entity?.path ?? "", screen: list.screen, ...state.query, limit: list.pageSize, after: state.after, count: true, fields };
  const page = useList(query, entity !== undefined);
  if (!entity) return null;
  const rows = page.data?.items ?? [];
  const filtered = Boolean(state.query.search) || state.filtersOn > 0;
  const narrowed = splitColumns(list.columns, availableWidth(width, list.actions.length > 0)).more.length > 0;
  return (
    <>
      <Heading title={screen.name} screen={screen} defaults={list.defaults}>
        <SavedViews screen={screen.name} />
        <ColumnChooser list={listData} entity={entity} state={state} />
        <ImportButton list={list} entity={entity} />
        {list.export.length > 0 ? (
          <ExportMenu
            list={list}
            address={(format) => listAddress({ path: entity.path, screen: list.screen, ...state.query, fields: list.columns.map((c) => c.key) }, "/export") + `&format=${format}`}
          />
        ) : null}
        <OfferedActions offers={list.offers} screen={screen.name} row={null} name="" />
        {list.mayCreate ? <NewButton list={list} /> : null}
      </Heading>
      <Group mb="md" gap="sm" align="flex-end" className="no-print">
        {list.searchable ? <SearchBox value={state.query.search ?? ""} onChange={state.setSearch} label={`Search ${entity.plural.toLowerCase()}`} /> : null}
        <ListFilters list={list} state={state} />
        {narrowed ? <SortChoice columns={list.columns} state={state} /> : null}
      </Group>
      {blockingError(page) ? <Refusal problem={asProblem(page.error)} retry={() => void page.refetch()} /> : null}
      <BatchBar entity={entity} list={list} rows={rows.filter((r) => selected.has(r.id))} onDone={() => setSelected(new Set())} />
      <div ref={ref}>
        {blockingError(page) ? null : (
          <ListTable
            list={list}
            entity={entity}
            rows={rows}
            loading={page.isPending}
            filtered={filtered}
            sort={state.query.sort ?? []}
            onSort={state.setSort}
            label={screen.name}
            {...(list.actions.length > 0 ? { selected, onSelect: setSelected } : {})}
          />
        )}
      </div>
      <Paging page={page.data} state={state} size={list.pageSize} />
    </>
  );
}

function SearchBox({ value, onChange, label }: { value: string; onChange(text: string): void; label: string }) {
  const [text, setText] = useState(value);
  const debounced = useDebouncedCallback(onChange, 250);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      w={{ base: "100%", xs: 260 }}
      value={text}
      dir="auto"
      onChange={(e) => {
        setText(e.currentTarget.value);
        debounced(e.currentTarget.value);
      }}
    />
  );
}

function ExportMenu({ list, address }: { list: ListData; address(format: string): string }) {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {list.export.map((f) => (
          <Menu.Item key={f} component="a" {...downloadLink(address(f), `Export of ${list.entity}`)}>
            {f.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
