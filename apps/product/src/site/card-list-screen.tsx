/** A list as visitors see it who aren't signed in: cards with a picture and a few facts, and no tools that an office needs. */
import { Group, Skeleton } from "@mantine/core";
import { useMemo } from "react";
import type { EntityData, ListData, ScreenData } from "@nonet/screens";
import { blockingError, useList } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { useScreenInPlaceOfPaint } from "../context/first-paint.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { OfferedActions } from "../form/offered-actions.tsx";
import { ProseBlocks } from "../page/prose-blocks.tsx";
import { Refusal } from "../problem/problem-alert.tsx";
import { EmptyList } from "../list/table/empty-list.tsx";
import { FilterBar } from "../list/filter-bar.tsx";
import { fieldsOf } from "../list/state/list-fields.ts";
import { filterableColumns } from "../list/state/list-columns.ts";
import { Paging } from "../list/list-paging.tsx";
import { useListState } from "../list/state/list-state.ts";
import { NewButton } from "../list/new-button.tsx";
import { formNameOf } from "../texts/new-record-text.ts";
import { SearchBox } from "../list/search-box.tsx";
import { hasPicture, RecordCard } from "./record-card.tsx";
import { t } from "../texts/texts.ts";
import { midSentence } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

export function CardListScreen({ screen, list }: { screen: ScreenData; list: ListData }) {
  const entity = useEntity(list.entity);
  return entity ? <EntityCards screen={screen} list={list} entity={entity} /> : null;
}

function EntityCards({ screen, list, entity }: { screen: ScreenData; list: ListData; entity: EntityData }) {
  const { product } = useProductContext();
  const filterable = useMemo(() => filterableColumns(list, entity, product.entities).filter((c) => list.filters.some((f) => f.key === c.key)), [list, entity, product.entities]);
  const state = useListState(list, filterable);
  const page = useList({
    path: entity.path,
    screen: list.screen,
    ...state.query,
    limit: list.pageSize,
    offset: state.page * list.pageSize,
    count: "bounded",
    fields: fieldsOf(list, entity),
  });
  useScreenInPlaceOfPaint(!page.isPending);
  const rows = page.data?.items ?? [];
  const filtered = Boolean(state.query.search) || state.filtersOn > 0;
  // Nothing to choose from among a handful.
  const needsTools = filtered || (page.data?.count ?? rows.length) > fewRows;
  return (
    <>
      <Heading title={screen.name} screen={screen} defaults={list.defaults}>
        <OfferedActions offers={list.offers} screen={screen.name} row={null} name="" />
        {list.mayCreate ? <NewButton list={list} text={formNameOf(product, list)} /> : null}
      </Heading>
      <ProseBlocks prose={screen.prose} />
      {needsTools ? (
        <Group mb="lg" gap="xs" className="no-print list-tools">
          {list.searchable ? <SearchBox value={state.query.search ?? ""} onChange={state.setSearch} label={t("search-plural", { plural: midSentence(entity.plural) })} /> : null}
          <FilterBar list={list} filterable={filterable} state={state} />
        </Group>
      ) : null}
      {blockingError(page) ? (
        <Refusal problem={asProblem(page.error)} retry={() => void page.refetch()} />
      ) : page.isPending ? (
        <div className="cards" aria-busy>
          {[1, 2, 3].map((i) => (
            <Skeleton key={i} height={180} radius="md" />
          ))}
        </div>
      ) : rows.length === 0 ? (
        <EmptyList list={list} entity={entity} filtered={filtered} />
      ) : (
        <ul className="cards" aria-label={named(screen.name)}>
          {rows.map((row) => (
            <RecordCard key={row.id} row={row} list={list} entity={entity} pictured={hasPicture(rows, list)} />
          ))}
        </ul>
      )}
      {state.page > 0 || page.data?.next ? <Paging page={page.data} state={state} size={list.pageSize} /> : null}
    </>
  );
}

const fewRows = 6;
