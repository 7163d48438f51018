/** The rows of a timeline, read page after page as they come into sight. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ColumnData, EntityData, ScreenData } from "@nonet/screens";
import { listAddress, type ListQuery, type Page, type Row } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { addressKeys } from "../format/record-address.ts";
import { namingKeys, recordName } from "../format/record-name.ts";
import { valueAt } from "../format/value-at.ts";
import { textOf } from "../format/value-text.ts";
import type { RecordSelection } from "../list/record-selection.tsx";
import { named } from "../texts/names.ts";
import { midSentence, t } from "../texts/texts.ts";
import type { Period } from "./range-records.ts";

export type TimelineBody = Extract<ScreenData["body"], { kind: "timeline" }>;

export interface TimelineRow {
  readonly key: string;
  readonly name: string;
  readonly records: readonly Row[];
}

const pageSize = 100;

export function useTimelineRows(body: TimelineBody, by: ColumnData, entity: EntityData, period: Period, { query: selected, selects }: Pick<RecordSelection, "query" | "selects">) {
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
  const pages = useInfiniteQuery({ queryKey: ["list", entity.path, "timeline", query], ...pagesOf(query) });
  const free = useFreeRecords(body, by, entity, pages.isSuccess && !pages.hasNextPage && !selects);
  const rows = new Map<string, TimelineRow>();
  for (const record of pages.data?.pages.flatMap((page) => page.items) ?? []) {
    const value = valueAt(record, by.key);
    const name = textOf(by, value, product);
    const key = typeof value === "object" && value !== null && "id" in value ? String(value.id) : name;
    rows.set(key, { key, name: name || t("without-field", { field: midSentence(by.label) }), records: [...(rows.get(key)?.records ?? []), record] });
  }
  const names = selects ? [] : (free.data?.pages.flatMap((page) => page.items) ?? []).map((row) => ({ key: row.id, name: recordName(row, null, named(by.entity ?? "")) }));
  return { pages, more: [pages, free].find((one) => one.hasNextPage) ?? null, rows: withFreeRows([...rows.values()], names) };
}

const pagesOf = (query: ListQuery) => ({
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | null }) => request<Page>(listAddress({ ...query, after: pageParam }), { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page: Page) => page.next,
  placeholderData: keepPreviousData,
});

/** The records to which the rows' field can refer: of people, those with the role that the field asks for. */
function useFreeRecords({ ofAllPeople }: TimelineBody, by: ColumnData, { fields }: EntityData, isWanted: boolean) {
  const rowsOf = useEntity(by.entity ?? "");
  const role = fields.find(({ key }) => key === by.key)?.role;
  const query: ListQuery = {
    path: rowsOf?.path ?? "",
    limit: pageSize,
    fields: [...new Set(["shownAs", ...(rowsOf ? namingKeys(rowsOf) : [])])],
    ...(role ? { withRole: role } : {}),
  };
  const enabled = isWanted && by.control === "reference" && rowsOf !== undefined && (rowsOf.name !== "User" || Boolean(role) || ofAllPeople);
  return useInfiniteQuery({ queryKey: ["list", query.path, "timeline rows", query], ...pagesOf(query), enabled });
}

/** With a row for each record without bars, by name. The row of the bars without a record stays last. */
export function withFreeRows(rows: readonly TimelineRow[], free: readonly Omit<TimelineRow, "records">[]): readonly TimelineRow[] {
  const known = new Set(rows.map(({ key }) => key));
  const added = free.filter(({ key }) => !known.has(key));
  if (added.length === 0) return rows;
  const all = [...rows.filter(({ key }) => key !== ""), ...added.map((one) => ({ ...one, records: [] }))].sort((a, b) =>
    a.name.localeCompare(b.name, undefined, { numeric: true }),
  );
  return [...all, ...rows.filter(({ key }) => key === "")];
}
