/** The records of a period: all that overlap it, read page after page. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { EntityData, ListData } from "@nonet/screens";
import { type ListQuery, readPages, type Row } from "../api/queries.ts";
import { addressKeys } from "../format/record-address.ts";
import { namingKeys } from "../format/record-name.ts";

const pageSize = 200;
/** More bars than this can't be read on one screen. */
export const mostRecords = 1000;

export interface Period {
  readonly first: string;
  readonly last: string;
}

export interface RangeRecords {
  readonly rows: readonly Row[];
  readonly more: boolean;
}

export interface RangeOptions {
  readonly list: ListData;
  readonly entity: EntityData | undefined;
  readonly from: string;
  readonly to: string | null;
  readonly period: Period | null;
  /** The person's search and filters. */
  readonly selected: Pick<ListQuery, "search" | "equals">;
}

export function useRangeRecords({ list, entity, from, to, period, selected }: RangeOptions) {
  const shared: ListQuery = {
    path: entity?.path ?? "",
    screen: list.screen,
    ...selected,
    limit: pageSize,
    sort: [from],
    fields: [
      ...new Set([
        from,
        ...(to ? [to] : []),
        ...list.columns.map((c) => c.key),
        ...addressKeys(entity),
        ...stateKey(entity),
        ...(entity ? namingKeys(entity) : []),
        "shownAs",
        "version",
      ]),
    ],
  };
  const overlapping = period && { [`${to ?? from}.from`]: period.first, [`${from}.to`]: period.last };
  // A record without an end is shown where it begins.
  const open = period && to && mayBeEmpty(entity, to) ? { [`${to}.empty`]: "true", [`${from}.from`]: period.first, [`${from}.to`]: period.last } : null;
  return useQuery({
    queryKey: ["list", shared.path, "range", shared, period],
    queryFn: async ({ signal }): Promise<RangeRecords> => {
      const parts = await Promise.all(
        [overlapping, open].flatMap((equals) => (equals ? [readPages({ ...shared, equals: { ...selected.equals, ...equals } }, mostRecords, signal)] : [])),
      );
      return { rows: parts.flatMap((part) => part.rows), more: parts.some((part) => part.more) };
    },
    placeholderData: keepPreviousData,
    enabled: entity !== undefined && period !== null,
  });
}

const stateKey = (entity: EntityData | undefined): readonly string[] => (entity && entity.states.length > 0 ? ["state"] : []);

const mayBeEmpty = (entity: EntityData | undefined, key: string): boolean => entity?.fields.find((f) => f.key === key)?.required !== true;
