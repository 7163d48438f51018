/** The rows of a timeline, read page after page as they come into sight. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ColumnData, EntityData, ScreenData } from "@nonet/screens";
import { listAddress, type ListQuery, type Page, type Row } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { addressKeys } from "../format/record-address.ts";
import { namingKeys } from "../format/record-name.ts";
import { valueAt } from "../format/value-at.ts";
import { textOf } from "../format/value-text.ts";
import { midSentence, t } from "../texts/texts.ts";
import type { Period } from "./range-records.ts";

export type TimelineBody = Extract<ScreenData["body"], { kind: "timeline" }>;

export interface TimelineRow {
  readonly key: string;
  readonly name: string;
  readonly records: readonly Row[];
}

const pageSize = 100;

export function useTimelineRows(body: TimelineBody, by: ColumnData, entity: EntityData, period: Period, selected: Pick<ListQuery, "search" | "equals">) {
  const { product } = useProductContext();
  const query: ListQuery = {
    path: entity.path,
    screen: body.list.screen,
    ...selected,
    equals: { ...selected.equals, [`${body.to}.from`]: period.first, [`${body.from}.to`]: period.last },
    limit: pageSize,
    // Records of one row follow each other, so that a row is complete before the next one begins.
    sort: by.sortable ? [by.key, body.from] : [body.from],
    fields: [...new Set([body.from, body.to, by.key, ...addressKeys(entity), ...namingKeys(entity), "shownAs", ...(entity.states.length > 0 ? ["state"] : [])])],
  };
  const pages = useInfiniteQuery({
    queryKey: ["list", entity.path, "timeline", query],
    queryFn: ({ signal, pageParam }) => request<Page>(listAddress({ ...query, after: pageParam }), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
  const rows = new Map<string, TimelineRow>();
  for (const record of pages.data?.pages.flatMap((page) => page.items) ?? []) {
    const value = valueAt(record, by.key);
    const name = textOf(by, value, product);
    const key = typeof value === "object" && value !== null && "id" in value ? String(value.id) : name;
    rows.set(key, { key, name: name || t("without-field", { field: midSentence(by.label) }), records: [...(rows.get(key)?.records ?? []), record] });
  }
  return { pages, rows: [...rows.values()] };
}
