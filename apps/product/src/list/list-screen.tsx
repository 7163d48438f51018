/** A list of records with search, filters, groups, totals, sorting, paging, selection, actions, views and exports, all done by the server. */
import { Button, Group, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { EntityData, ListData, ScreenData } from "@nonet/screens";
import { blockingError, listAddress, useList, useListTotals, type Row } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { useScreenInPlaceOfPaint } from "../context/first-paint.ts";
import { useWidth } from "../context/width.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { fieldsInPlace } from "./state/fields-in-place.ts";
import { OfferedActions } from "../form/offered-actions.tsx";
import { downloadLink } from "../problem/download-link.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { ImportButton } from "../import/import-button.tsx";
import { filterableColumns } from "./state/list-columns.ts";
import { pageRequest, selectionOf, totalsRequest, withColumns } from "./state/list-request.ts";
import { isBareList } from "./bare-list.ts";
import { useListState, type ListState } from "./state/list-state.ts";
import { Paging } from "./list-paging.tsx";
import type { ListTableProps } from "./table/list-table-props.ts";
import { ListTable } from "./table/list-table.tsx";
import { CollapsedTools, ColumnChooser, GroupChooser, SortChoice } from "./list-tools.tsx";
import { useIsNarrow } from "../context/narrow.ts";
import { NewButton } from "./new-button.tsx";
import { availableWidth, splitColumns } from "./state/responsive-columns.ts";
import { SavedViews } from "./saved-views.tsx";
import { SearchBox } from "./search-box.tsx";
import { t } from "../texts/texts.ts";
import { midSentence } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

export { loadList } from "./state/list-request.ts";

/** Only for lists that were opened from a dashboard or a report. */
const BehindNote = lazy(() => import("./behind-note.tsx").then((m) => ({ default: m.BehindNote })));
const SimilarNote = lazy(() => import("./similar-note.tsx").then((m) => ({ default: m.SimilarNote })));
const ScrollTable = lazy(() => import("./table/scroll-table.tsx").then((m) => ({ default: m.ScrollTable })));
/** Only once somebody selects records; it stays, because it also says what was refused. */
const BatchBar = lazy(() => import("./batch-bar.tsx").then((m) => ({ default: m.BatchBar })));

export function ListScreen({ screen, list }: { screen: ScreenData; list: ListData }) {
  const entity = useEntity(list.entity);
  return entity ? <EntityList screen={screen} documentList={list} entity={entity} /> : null;
}

function EntityList({ screen, documentList, entity }: { screen: ScreenData; documentList: ListData; entity: EntityData }) {
  const { product } = useProductContext();
  const filterable = useMemo(() => filterableColumns(documentList, entity, product.entities), [documentList, entity, product.entities]);
  const state = useListState(documentList, filterable);
  const { ref, width } = useWidth();
  const list = useColumns(documentList, entity, state);
  const selection = selectionOf(list, entity, state);
  const [selected, setSelected] = useSelection(JSON.stringify(selection));
  const selectedIds = useMemo(() => new Set(selected.keys()), [selected]);
  const [hasSelected, setHasSelected] = useState(false);
  if (selected.size > 0 && !hasSelected) setHasSelected(true);
  const scrolls = state.scrolls && state.group === "";
  const query = pageRequest(list, entity, state);
  const page = useList(query);
  const { query: totalsQuery, sums, isShown: hasTotals } = totalsRequest(list, entity, state);
  const totals = useListTotals(totalsQuery, sums, hasTotals && (page.data?.items.length ?? 0) > 0);
  // Drawn in short steps, between which the page reacts.
  const shown = useDeferredValue(page.data);
  const rows = shown?.items ?? [];
  useScrollToFirstRow(state.page);
  useScreenInPlaceOfPaint(shown !== undefined || blockingError(page) !== null);
  const narrowed = splitColumns(list.columns, availableWidth(width, list.actions.length > 0)).more.length > 0;
  const edits = useMemo(() => fieldsInPlace(list.columns, entity), [list.columns, entity]);
  const isSelectable = list.actions.length > 0 || entity.mayUpdate;
  const table: ListTableProps = {
    list,
    entity,
    rows,
    loading: page.isPending || (page.data !== undefined && shown === undefined),
    filtered: Boolean(state.query.search) || state.filtersOn > 0,
    sort: state.query.sort ?? [],
    onSort: state.setSort,
    label: named(screen.name),
    widths: state,
    edits,
    ...(isSelectable ? { selected: selectedIds, onSelect: (ids, loaded = rows) => setSelected(rowsOf(ids, loaded, selected)) } : {}),
  };
  const isNarrow = useIsNarrow();
  const isBare = isBareList(page, state);
  const menus = { screen, list, documentList, state, entity, filterable };
  return (
    <>
      <Heading title={screen.name} screen={screen} defaults={list.defaults}>
        {isBare ? <ImportButton list={list} entity={entity} /> : isNarrow ? null : <ListMenus {...menus} />}
        <OfferedActions offers={list.offers} screen={screen.name} row={null} name="" />
        {list.mayCreate ? <NewButton list={list} /> : null}
      </Heading>
      {state.query.behind ? (
        <Suspense>
          <BehindNote behind={state.query.behind} clear={state.clear} />
        </Suspense>
      ) : null}
      {isBare ? null : (
        <Group mb="md" gap="xs" className="no-print list-tools">
          {list.searchable ? <SearchBox value={state.query.search ?? ""} onChange={state.setSearch} label={t("search-plural", { plural: midSentence(entity.plural) })} /> : null}
          <CollapsedTools state={state}>
            <FilterBar list={list} filterable={filterable} state={state} />
            <GroupChooser list={documentList} entity={entity} state={state} />
            {narrowed ? <SortChoice columns={list.columns} state={state} /> : null}
            {isNarrow ? <ListMenus {...menus} /> : null}
          </CollapsedTools>
        </Group>
      )}
      {page.data?.similar && state.query.search ? (
        <Suspense>
          <SimilarNote search={state.query.search} />
        </Suspense>
      ) : null}
      {blockingError(page) ? <Refusal problem={asProblem(page.error)} retry={() => void page.refetch()} /> : null}
      <div ref={ref}>
        {blockingError(page) ? null : scrolls && rows.length > 0 ? (
          <Suspense>
            <ScrollTable {...table} query={{ ...selection, fields: query.fields! }} count={page.data?.count ?? 0} />
          </Suspense>
        ) : (
          <ListTable {...table} grouped={state.group !== ""} {...(totals.isError ? {} : { totals: totals.data, sums })} />
        )}
      </div>
      <Paging page={shown} state={state} size={list.pageSize} />
      {hasSelected ? (
        <Suspense>
          <BatchBar entity={entity} list={list} selected={selected} page={page.data} query={selection} onSelect={(ids) => setSelected(rowsOf(ids, rows, selected))} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The list with the person's own columns. */
function useColumns(list: ListData, entity: EntityData, { columns }: ListState): ListData {
  const key = JSON.stringify(columns);
  return useMemo(() => withColumns(list, entity, key === "null" ? null : (JSON.parse(key) as ListState["columns"])), [list, entity, key]);
}

const rowsOf = (ids: ReadonlySet<string>, rows: readonly Row[], before: ReadonlyMap<string, Row>): ReadonlyMap<string, Row> =>
  new Map(
    [...ids].flatMap((id) => {
      const row = rows.find((r) => r.id === id) ?? before.get(id);
      return row ? [[id, row] as const] : [];
    }),
  );

const nothing: ReadonlyMap<string, Row> = new Map();

/** What is selected belongs to the records that were listed then. */
function useSelection(list: string): readonly [ReadonlyMap<string, Row>, (rows: ReadonlyMap<string, Row>) => void] {
  const [selection, setSelection] = useState({ list, rows: nothing });
  return [selection.list === list ? selection.rows : nothing, (rows) => setSelection({ list, rows })];
}

/** Another page begins at its first row. */
function useScrollToFirstRow(page: number): void {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current !== page) window.scrollTo(0, 0);
    shown.current = page;
  }, [page]);
}

interface MenusProps {
  readonly screen: ScreenData;
  readonly list: ListData;
  readonly documentList: ListData;
  readonly state: ListState;
  readonly entity: EntityData;
  readonly filterable: ReturnType<typeof filterableColumns>;
}

/** What is done with the list as a whole. */
function ListMenus({ screen, list, documentList, state, entity, filterable }: MenusProps) {
  const address = (format: string) =>
    `${listAddress({ path: entity.path, screen: list.screen, ...state.query, fields: list.columns.map((c) => c.key) }, "/export")}&format=${format}`;
  return (
    <>
      <SavedViews screen={screen.name} filterable={filterable} />
      <ColumnChooser list={documentList} entity={entity} state={state} />
      <ImportButton list={list} entity={entity} />
      {list.export.length > 0 ? <ExportMenu list={list} address={address} /> : null}
    </>
  );
}

function ExportMenu({ list, address }: { list: ListData; address(format: string): string }) {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {t("export")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {list.export.map((f) => (
          <Menu.Item key={f} component="a" {...downloadLink(address(f), t("export-of-entity", { entity: list.entity }))}>
            {f.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
