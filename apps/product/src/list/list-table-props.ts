/** What a list's table is drawn from. */
import type { EntityData, ListData } from "@nonet/screens";
import type { ListTotals, Row } from "../api/queries.ts";
import type { ListState } from "./list-state.ts";

/** Where a person's widths of the columns are kept. */
export type Widths = Pick<ListState, "columns" | "setColumns">;

export interface ListTableProps {
  readonly list: ListData;
  readonly entity: EntityData;
  readonly rows: readonly Row[];
  readonly loading?: boolean;
  readonly filtered?: boolean;
  readonly sort?: readonly string[];
  readonly label: string;
  /** Set for a list that is part of a page and shows a subset of the records: no rows doesn't mean no records. */
  readonly part?: boolean;
  /** Whether rows have the label of their group, which is shown above its first row. */
  readonly grouped?: boolean;
  /** Of the whole list, with the keys of the columns that are added up. */
  readonly totals?: ListTotals;
  readonly sums?: readonly string[];
  readonly selected?: ReadonlySet<string>;
  /** Where a person's widths of the columns are kept. */
  readonly widths?: Widths;
  onSort?(key: string): void;
  onSelect?(ids: ReadonlySet<string>): void;
}
