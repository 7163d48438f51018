/** What a list's table is drawn from. */
import type { EntityData, FieldData, ListData } from "@nonet/screens";
import type { ListQuery, ListTotals, Row } from "../../api/queries.ts";
import type { ListState } from "../state/list-state.ts";

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
  /** Of the whole list; undefined while they are loading. */
  readonly totals?: ListTotals | undefined;
  /** The keys of the columns that are added up. */
  readonly sums?: readonly string[];
  readonly selected?: ReadonlySet<string>;
  /** Where a person's widths of the columns are kept. */
  readonly widths?: Widths;
  /** The fields that are edited in their rows. */
  readonly edits?: readonly FieldData[];
  onSort?(key: string): void;
  /** `loaded`: the rows among which the selected ones are, if they aren't `rows`. */
  onSelect?(ids: ReadonlySet<string>, loaded?: readonly Row[]): void;
}

/** For all records in one table that scrolls. */
export interface ScrollTableProps extends ListTableProps {
  readonly query: ListQuery;
  readonly count: number;
}
