/** Whether a list has no records at all, so that there is nothing to search, filter, group or sort. */
import type { Page } from "../api/queries.ts";
import type { ListState } from "./state/list-state.ts";

interface Answer {
  readonly data: Page | undefined;
  /** Whether the records shown are those of an earlier request. */
  readonly isPlaceholderData: boolean;
}

export const isBareList = ({ data, isPlaceholderData }: Answer, { query, filtersOn, page }: ListState): boolean =>
  data?.items.length === 0 && !isPlaceholderData && !query.search && filtersOn === 0 && page === 0;
