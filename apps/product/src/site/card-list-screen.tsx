/** A list as visitors see it who aren't signed in: cards with a picture and a few facts, and no tools that an office needs. */
import { Group, Image, Skeleton, Text } from "@mantine/core";
import { useMemo } from "react";
import { type ColumnData, type EntityData, type ListData, type ScreenData, titleColumn } from "@nonet/screens";
import { blockingError, useList, type Row } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { OfferedActions } from "../form/offered-actions.tsx";
import { recordAddress } from "../format/record-address.ts";
import { sizedImage } from "../format/sized-image.ts";
import { valueAt } from "../format/value-at.ts";
import { isEmpty } from "../format/value-text.ts";
import { followLink } from "../navigation/location.ts";
import { ProseBlocks } from "../page/prose-blocks.tsx";
import { Refusal } from "../problem/problem-alert.tsx";
import { ShowValue } from "../value/show-value.tsx";
import { EmptyList } from "../list/empty-list.tsx";
import { FilterBar } from "../list/filter-bar.tsx";
import { fieldsOf } from "../list/state/list-fields.ts";
import { filterableColumns } from "../list/state/list-columns.ts";
import { Paging } from "../list/list-paging.tsx";
import { useListState } from "../list/state/list-state.ts";
import { NewButton } from "../list/new-button.tsx";
import { SearchBox } from "../list/search-box.tsx";
import { t } from "../texts/texts.ts";
import { midSentence } from "../texts/texts.ts";

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
    count: true,
    fields: fieldsOf(list, entity),
  });
  const rows = page.data?.items ?? [];
  const filtered = Boolean(state.query.search) || state.filtersOn > 0;
  // Nothing to choose from among a handful.
  const needsTools = filtered || (page.data?.count ?? rows.length) > fewRows;
  return (
    <>
      <Heading title={screen.name} screen={screen} defaults={list.defaults}>
        <OfferedActions offers={list.offers} screen={screen.name} row={null} name="" />
        {list.mayCreate ? <NewButton list={list} /> : null}
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
        <ul className="cards" aria-label={screen.name}>
          {rows.map((row) => (
            <Card key={row.id} row={row} list={list} entity={entity} />
          ))}
        </ul>
      )}
      {state.page > 0 || page.data?.next ? <Paging page={page.data} state={state} size={list.pageSize} /> : null}
    </>
  );
}

const fewRows = 6;
const mostFacts = 5;
const isImage = (c: ColumnData): boolean => c.control === "image" || c.control === "images";

function Card({ row, list, entity }: { row: Row; list: ListData; entity: EntityData }) {
  const to = recordAddress(entity, row);
  const hasPictures = list.columns.some(isImage);
  const named = titleColumn(list.columns);
  const name = String((named && valueAt(row, named.key)) ?? row.shownAs ?? entity.name);
  const facts = list.columns.filter((c) => !isImage(c) && c !== named && !isEmpty(valueAt(row, c.key)) && valueAt(row, c.key) !== name).slice(0, mostFacts);
  const content = (
    <>
      {hasPictures ? <Picture row={row} columns={list.columns} /> : null}
      <div className="card-text">
        <Text fw={650} size="lg" component="h2" m={0}>
          <bdi>{name}</bdi>
        </Text>
        <dl>
          {facts.map((c) => (
            <div key={c.key}>
              <dt>{c.label}</dt>
              <dd>
                <ShowValue shape={c} value={valueAt(row, c.key)} row={row} small linked={false} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
  return (
    <li>
      {to ? (
        <a className="card site-card" href={to} onClick={followLink(to)}>
          {content}
        </a>
      ) : (
        <div className="card site-card">{content}</div>
      )}
    </li>
  );
}

/** The first picture of the row; an even surface where it has none, so that the texts of a row of cards begin at one height. */
function Picture({ row, columns }: { row: Row; columns: readonly ColumnData[] }) {
  const values = columns.filter(isImage).flatMap((c) => valueAt(row, c.key) ?? []);
  const first = values[0] as { readonly id: string } | string | undefined;
  if (first === undefined) return <div className="no-picture" aria-hidden />;
  return <Image src={sizedImage(typeof first === "string" ? first : first.id, 320)} alt="" h={180} fit="cover" loading="lazy" decoding="async" />;
}
