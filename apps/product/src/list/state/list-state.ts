/** A list's search, filters, sorting, groups, columns and page, kept in the address so that it can be shared and restored. */
import type { ColumnData, ListData } from "@nonet/screens";
import { navigate, useQueryText } from "../../navigation/location.ts";
import { type Behind, own } from "./behind.ts";
import { filteredKey, filterOf, type FilterValue, type Parameters, parametersOf } from "./filter-values.ts";
import { type ChosenColumn, readColumns, writeColumns } from "./list-columns.ts";

/** What the address says of a list. */
export interface ListAddress {
  /** Parameters of the API that select the records. */
  readonly query: { readonly search?: string; readonly sort?: readonly string[]; readonly equals: Parameters; readonly group?: string; readonly behind?: Behind };
  readonly filtersOn: number;
  /** From 0. */
  readonly page: number;
  /** Whether all records are in one table that scrolls. */
  readonly scrolls: boolean;
  /** As the API takes it; "" for no groups. */
  readonly group: string;
  /** The keys of the columns that are added up. */
  readonly sums: readonly string[];
  /** The person's columns in their order; null for the document's columns. */
  readonly columns: readonly ChosenColumn[] | null;
}

export interface ListState extends ListAddress {
  filter(key: string): FilterValue;
  setFilter(key: string, value: FilterValue): void;
  setSearch(text: string): void;
  setColumns(columns: readonly ChosenColumn[] | null): void;
  setGroup(group: string): void;
  setSums(keys: readonly string[]): void;
  setSort(key: string): void;
  /** Sorts by this key, with a leading `-` for descending order; "" for the default order. */
  sortBy(sort: string): void;
  setPage(page: number | "all"): void;
  /** Removes filters, search and groups. */
  clear(): void;
}

export function readListAddress(p: URLSearchParams, list: ListData, filterable: readonly ColumnData[]): ListAddress {
  const sort = p.get("sort") ? p.get("sort")!.split(",") : list.sort;
  const equals = filterParameters(p, filterable);
  const group = p.get(own.group) ?? list.groupBy?.key ?? "";
  const behind = behindOf(p);
  const columns = p.get(own.columns) ? readColumns(p.get(own.columns)!) : null;
  return {
    query: {
      ...(p.get("search") ? { search: p.get("search")! } : {}),
      ...(sort.length > 0 ? { sort } : {}),
      equals,
      ...(group !== "" ? { group } : {}),
      ...(behind ? { behind } : {}),
    },
    filtersOn: new Set(Object.keys(equals).map((key) => filteredKey(key, keysOf(filterable)))).size + (behind ? 1 : 0),
    scrolls: p.get(own.page) === "all",
    page: Math.max(0, (Number(p.get(own.page)) || 1) - 1),
    group: group === ungrouped ? "" : group,
    sums: p.has(own.sums)
      ? p
          .get(own.sums)!
          .split(",")
          .filter((key) => key !== ungrouped)
      : list.columns.filter((c) => c.total === "shown").map((c) => c.key),
    columns,
  };
}

export function useListState(list: ListData, filterable: readonly ColumnData[]): ListState {
  const p = new URLSearchParams(useQueryText());
  const state = readListAddress(p, list, filterable);
  const { equals, sort = [] } = state.query;
  const change = (changes: Readonly<Record<string, string>>, isPage = false) => {
    const next = new URLSearchParams(location.search);
    if (!isPage) next.delete(own.page);
    for (const [key, value] of Object.entries(changes)) {
      if (value === "") next.delete(key);
      else next.set(key, value);
    }
    const address = `${location.pathname}${next.size > 0 ? `?${next}` : ""}`;
    // Pages are steps of the history, so that the browser's Back returns to the previous one.
    navigate(address, isPage ? {} : { replace: true });
  };
  return {
    ...state,
    filter: (key) => filterOf(equals, key),
    setFilter: (key, value) => {
      const gone = Object.fromEntries(Object.keys(equals).flatMap((k) => (filteredKey(k, new Set([key])) === key ? [[k, ""]] : [])));
      change({ ...gone, ...parametersOf(key, value) });
    },
    setSearch: (value) => change({ search: value }),
    setColumns: (columns) => change({ [own.columns]: columns ? writeColumns(columns) : "" }),
    setGroup: (value) => change({ [own.group]: value === "" && list.groupBy ? ungrouped : value }),
    setSums: (keys) => change({ [own.sums]: keys.length === 0 ? ungrouped : keys.join(",") }),
    sortBy: (wanted) => change({ sort: wanted }),
    setSort: (key) => change({ sort: sort[0] === key ? `-${key}` : sort[0] === `-${key}` ? "" : key }),
    setPage: (page) => change({ [own.page]: page === 0 ? "" : page === "all" ? page : String(page + 1) }, true),
    clear: () => change(Object.fromEntries([...Object.keys(equals), "search", own.dashboard, own.element, own.label].map((key) => [key, ""]))),
  };
}

/** Stands for no groups, or no sums, where the document or a default has some. */
const ungrouped = "-";

const keysOf = (columns: readonly ColumnData[]): ReadonlySet<string> => new Set(columns.map((c) => c.key));

/** The address without what isn't a filter of this list: an unknown parameter is refused by the API. */
function filterParameters(p: URLSearchParams, filterable: readonly ColumnData[]): Parameters {
  const keys = keysOf(filterable);
  return Object.fromEntries([...p].filter(([key, value]) => filteredKey(key, keys) !== null && value !== ""));
}

function behindOf(p: URLSearchParams): Behind | null {
  const [dashboard, element, label] = [p.get(own.dashboard), p.get(own.element), p.get(own.label)];
  return dashboard && (element || label) ? { dashboard, ...(element ? { element } : {}), ...(label === null ? {} : { label }) } : null;
}

/** A view as the API keeps it, from the address, and back. */
export interface ViewState {
  readonly filters: Parameters;
  readonly search?: string;
  readonly sort?: string;
  readonly group?: string;
  readonly columns?: string;
  readonly sums?: string;
}

const viewKeys = [
  ["search", "search"],
  ["sort", "sort"],
  ["group", own.group],
  ["columns", own.columns],
  ["sums", own.sums],
] as const;

export function viewStateOf(search: string, filterable: readonly ColumnData[]): ViewState {
  const p = new URLSearchParams(search);
  return { filters: filterParameters(p, filterable), ...Object.fromEntries(viewKeys.flatMap(([name, key]) => (p.get(key) ? [[name, p.get(key)!]] : []))) };
}

export function viewAddress({ filters, ...rest }: ViewState): string {
  const p = new URLSearchParams([...Object.entries(filters), ...viewKeys.flatMap(([name, key]) => (rest[name] ? [[key, rest[name]!] as [string, string]] : []))]);
  return p.size > 0 ? `?${p}` : "";
}
