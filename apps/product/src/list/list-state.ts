/** A list's search, filters, sorting and page, kept in the address so that it can be shared and restored. */
import { useState } from "react";
import type { ColumnData, ListData } from "@nonet/screens";
import { navigate, useQueryText } from "../navigation/location.ts";

export interface ListState {
  readonly query: { readonly search?: string; readonly sort?: readonly string[]; readonly equals: Readonly<Record<string, string>> };
  readonly filtersOn: number;
  readonly after: string | null;
  readonly pageNumber: number;
  valueOf(key: string): string;
  setFilter(key: string, value: string): void;
  setSearch(text: string): void;
  /** JSON keys of the columns that the user selected; null for the document's columns. */
  readonly columns: readonly string[] | null;
  setColumns(keys: readonly string[] | null): void;
  setSort(key: string): void;
  /** Sorts by this key, with a leading `-` for descending order; "" for the default order. */
  sortBy(sort: string): void;
  next(cursor: string): void;
  back(): void;
}

export function useListState(list: ListData): ListState {
  const text = useQueryText();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const p = new URLSearchParams(text);
  const change = (key: string, value: string) => {
    const next = new URLSearchParams(location.search);
    if (value === "") next.delete(key);
    else next.set(key, value);
    setCursors([]);
    navigate(`${location.pathname}${next.size > 0 ? `?${next}` : ""}`, { replace: true });
  };
  const sort = p.get("sort") ? p.get("sort")!.split(",") : list.sort;
  const { equals, on } = filtersOf(list.filters, p);
  return {
    query: { ...(p.get("search") ? { search: p.get("search")! } : {}), ...(sort.length > 0 ? { sort } : {}), equals },
    filtersOn: on,
    after: cursors.at(-1) ?? null,
    pageNumber: cursors.length,
    valueOf: (key) => p.get(key) ?? "",
    setFilter: change,
    setSearch: (value) => change("search", value),
    columns: p.get("_columns") ? p.get("_columns")!.split(",") : null,
    setColumns: (keys) => change("_columns", keys?.join(",") ?? ""),
    sortBy: (wanted) => change("sort", wanted),
    setSort: (key) => change("sort", sort[0] === key ? `-${key}` : sort[0] === `-${key}` ? "" : key),
    next: (cursor) => setCursors([...cursors, cursor]),
    back: () => setCursors(cursors.slice(0, -1)),
  };
}

/** The list's filters as parameters of the API. */
function filtersOf(filters: readonly ColumnData[], p: URLSearchParams) {
  const equals: Record<string, string> = {};
  let on = 0;
  for (const f of filters) {
    const value = p.get(f.key);
    if (value) equals[f.key] = value.split("~")[0]!;
    const from = p.get(`${f.key}.from`);
    const to = p.get(`${f.key}.to`);
    if (from) equals[`${f.key}.from`] = from;
    if (to) equals[`${f.key}.to`] = to;
    on += [value, from, to].filter(Boolean).length;
  }
  return { equals, on };
}
