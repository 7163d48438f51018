/** Records whose list finds what is typed: of each screen that the person may open, with the list's own search. */
import { useQueries } from "@tanstack/react-query";
import type { EntityData, ListData, ProductData } from "@nonet/screens";
import { listQueryOptions } from "../api/queries.ts";
import { datedName } from "../format/dated-name.ts";
import { addressKeys, recordAddress } from "../format/record-address.ts";
import { namingKeys, recordName } from "../format/record-name.ts";
import { named } from "../texts/names.ts";

const perScreen = 4;
/** Each search is a request. */
const mostScreens = 8;

export interface FoundRecords {
  readonly entity: EntityData;
  readonly records: readonly { readonly name: string; readonly to: string }[];
}

interface Searched {
  readonly entity: EntityData;
  readonly list: ListData;
}

/** One list of each entity: the widest, which is the one without a condition where there is one, comes first in the menu or not at all. */
function searchedLists(product: ProductData): Searched[] {
  const found = new Map<string, Searched>();
  for (const { body } of product.screens) {
    if (body.kind !== "list" || !body.list.searchable || found.has(body.list.entity)) continue;
    const entity = product.entities.find((one) => one.name === body.list.entity);
    if (entity?.recordRoute) found.set(entity.name, { entity, list: body.list });
  }
  return [...found.values()].slice(0, mostScreens);
}

export function usePaletteRecords(product: ProductData, search: string): { readonly found: readonly FoundRecords[]; readonly busy: boolean } {
  const lists = searchedLists(product);
  const enabled = search.trim().length > 1;
  const answers = useQueries({
    queries: lists.map(({ entity, list }) => ({
      ...listQueryOptions({ path: entity.path, screen: list.screen, search: search.trim(), limit: perScreen, fields: ["shownAs", ...namingKeys(entity), ...addressKeys(entity)] }),
      enabled,
    })),
  });
  const found = lists.flatMap(({ entity }, i) => {
    const records = (enabled ? (answers[i]?.data?.items ?? []) : []).flatMap((row) => {
      const to = recordAddress(entity, row);
      return to ? [{ name: datedName(recordName(row, entity.titleKey, named(entity.name), product), entity, product), to }] : [];
    });
    return records.length > 0 ? [{ entity, records }] : [];
  });
  return { found, busy: enabled && answers.some((answer) => answer.isFetching) };
}
