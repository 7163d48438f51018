/** What a record's page asks the server for, which is known before it is drawn. */
import type { EntityData, ListData, ProductData, ScreenData } from "@nonet/screens";
import {
  actionsOptions,
  creationsOptions,
  type ListQuery,
  listQueryOptions,
  queryClient,
  recordOptions,
  recordScreenOptions,
  referredOptions,
  shownAsOptions,
} from "../api/queries.ts";
import { addressKeys } from "../format/record-address.ts";

/** `by`: the field of the list's records that refers to the page's record. */
export const relatedRequest = ({ list, by }: { readonly list: ListData; readonly by: string }, entity: EntityData | undefined, id: string): ListQuery => ({
  path: entity?.path ?? "",
  ...(list.list ? { screen: list.screen, list: list.list, of: id } : { equals: { [by]: id } }),
  // The server knows the order that the document names.
  ...(list.defaults.includes(280) ? { sort: list.sort } : {}),
  limit: 50,
  fields: [...new Set([...list.columns.map((c) => c.key), ...addressKeys(entity), "shownAs"])],
});

/** Where the currencies of amounts stand in other records. */
export const currencyPaths = ({ fields }: EntityData): readonly string[] => [...new Set(fields.flatMap(({ currencyKey }) => (currencyKey?.includes(".") ? [currencyKey] : [])))];

/** Loads what the first tab shows. `id`: as the page's address has it. */
export async function loadRecord(screen: ScreenData, body: Extract<ScreenData["body"], { kind: "record" }>, { entities }: ProductData, id: string): Promise<void> {
  const entity = entities.find(({ name }) => name === body.entity);
  if (!entity) return;
  const { path } = entity;
  const [row] = await Promise.all([queryClient.fetchQuery(recordOptions(path, id)), queryClient.prefetchQuery(shownAsOptions(path, id))]);
  const currencies = currencyPaths(entity);
  await Promise.all([
    queryClient.prefetchQuery(actionsOptions(path, row.id)),
    ...(currencies.length > 0 ? [queryClient.prefetchQuery(referredOptions(path, row.id, currencies))] : []),
    ...(body.asks ? [queryClient.prefetchQuery(recordScreenOptions(screen.name, row.id))] : []),
    ...(body.guarded ? [queryClient.prefetchQuery(creationsOptions(screen.name, row.id))] : []),
    ...body.lists.flatMap((one) => {
      const related = entities.find(({ name }) => name === one.list.entity);
      return one.tab === null && related ? [queryClient.prefetchQuery(listQueryOptions(relatedRequest(one, related, row.id)))] : [];
    }),
  ]);
}
