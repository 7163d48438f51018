/** Search and filters in the address, for screens that show the records of a list in another form: boards, calendars and timelines. */
import { Button, Group, Text } from "@mantine/core";
import { useMemo } from "react";
import type { ColumnData, EntityData, ListData } from "@nonet/screens";
import type { ListQuery } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { CollapsedTools } from "./list-tools.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { SearchBox } from "./search-box.tsx";
import { filterableColumns } from "./state/list-columns.ts";
import { useListState, type ListState } from "./state/list-state.ts";
import { midSentence, t } from "../texts/texts.ts";

export interface RecordSelection {
  readonly list: ListData;
  readonly entity: EntityData;
  readonly filterable: readonly ColumnData[];
  readonly state: ListState;
  readonly query: Pick<ListQuery, "search" | "equals">;
  /** Whether a search or a filter leaves records out. */
  readonly selects: boolean;
}

/** `without`: the keys of the fields by which the screen selects itself, and of its own parameters in the address. */
export function useRecordSelection(list: ListData, entity: EntityData, without: readonly string[]): RecordSelection {
  const { product } = useProductContext();
  const all = useMemo(() => filterableColumns(list, entity, product.entities), [list, entity, product.entities]);
  const filterable = all.filter(({ key }) => !without.includes(key));
  const state = useListState(list, filterable);
  const { search, equals } = state.query;
  return { list, entity, filterable, state, query: { ...(search ? { search } : {}), equals }, selects: Boolean(search) || state.filtersOn > 0 };
}

export function SelectionTools({ selection: { list, entity, filterable, state } }: { selection: RecordSelection }) {
  return (
    <Group mb="md" gap="xs" className="no-print list-tools">
      {list.searchable ? <SearchBox value={state.query.search ?? ""} onChange={state.setSearch} label={t("search-plural", { plural: midSentence(entity.plural) })} /> : null}
      <CollapsedTools state={state}>
        <FilterBar list={list} filterable={filterable} state={state} />
      </CollapsedTools>
    </Group>
  );
}

/** Says that nothing fits the search and the filters, and leads back to all. */
export const NoResults = ({ state }: { state: ListState }) => (
  <Group mb="md" role="status">
    <Text size="sm">{t("no-results")}</Text>
    <Button size="compact-sm" variant="subtle" onClick={state.clear}>
      {t("show-all")}
    </Button>
  </Group>
);
