/** What a list asks the server for, which is known before it is drawn. */
import type { EntityData, ListData, ProductData } from "@nonet/screens";
import { type ListQuery, listQueryOptions, queryClient, totalsOptions } from "../../api/queries.ts";
import { choosableColumns, filterableColumns } from "./list-columns.ts";
import { fieldsOf } from "./list-fields.ts";
import { type ListAddress, readListAddress } from "./list-state.ts";

/** What selects the records of all its pages. */
export const selectionOf = (list: ListData, entity: EntityData, { query }: ListAddress): ListQuery => ({ path: entity.path, screen: list.screen, ...query });

/** One page of it. `list`: with the person's columns. */
export const pageRequest = (list: ListData, entity: EntityData, state: ListAddress): ListQuery => ({
  ...selectionOf(list, entity, state),
  limit: list.pageSize,
  offset: state.page * list.pageSize,
  count: state.scrolls ? true : "bounded",
  fields: fieldsOf(list, entity),
});

/** The list with the columns that a person has chosen, or with the document's. */
export function withColumns(list: ListData, entity: EntityData, columns: ListAddress["columns"]): ListData {
  const all = new Map(choosableColumns(list, entity).map((c) => [c.key, c]));
  const chosen = (columns ?? []).flatMap((c) => all.get(c.key) ?? []);
  return chosen.length > 0 ? { ...list, columns: chosen } : list;
}

/** Its totals, and whether it shows any. */
export function totalsRequest(list: ListData, entity: EntityData, state: ListAddress): { readonly query: ListQuery; readonly sums: readonly string[]; readonly isShown: boolean } {
  const sums = state.sums.filter((key) => list.columns.some((c) => c.key === key));
  return { query: { ...selectionOf(list, entity, state), sort: [] }, sums, isShown: sums.length > 0 || state.group !== "" };
}

/** Loads the page of the list at this address, with its totals. */
export async function loadList(documentList: ListData, { entities }: ProductData, search: string): Promise<void> {
  const entity = entities.find(({ name }) => name === documentList.entity);
  if (!entity) return;
  const state = readListAddress(new URLSearchParams(search), documentList, filterableColumns(documentList, entity, entities));
  const list = withColumns(documentList, entity, state.columns);
  const totals = totalsRequest(list, entity, state);
  await Promise.all([
    queryClient.prefetchQuery(listQueryOptions(pageRequest(list, entity, state))),
    ...(totals.isShown ? [queryClient.prefetchQuery(totalsOptions(totals.query, totals.sums))] : []),
  ]);
}
