/** A report's groups and totals as a cross table: rows, columns and cells. */
import type { ReportRow, ReportTotal } from "../api/queries.ts";

type Labels = readonly string[];

export interface CrossTable {
  readonly rows: readonly Labels[];
  readonly columns: readonly Labels[];
  /** Of a group; with a null row or column, of the total over all of them. Null if the value is empty; undefined if there are no records. */
  cell(row: Labels | null, column: Labels | null, value: number): string | null | undefined;
  /** How many of its records have no value, where others have one: the value is theirs. */
  notKnown(row: Labels | null, column: Labels | null, value: number): number;
}

export function crossTable(groups: readonly ReportRow[], totals: readonly ReportTotal[]): CrossTable {
  const distinct = (pick: (g: ReportRow) => Labels): Labels[] => [...new Map(groups.map((g) => [JSON.stringify(pick(g)), pick(g)])).values()];
  const cells = new Map([...totals, ...groups].map((one) => [keyOf(one.row, one.column), one]));
  const isPartial = (of: ReportRow | ReportTotal | undefined, value: number): boolean => (of?.known?.[value] ?? null) !== null;
  return {
    rows: distinct((g) => g.row),
    columns: distinct((g) => g.column).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    cell: (row, column, value) => {
      const of = cells.get(keyOf(row, column));
      return isPartial(of, value) ? of!.known![value] : of?.values[value];
    },
    notKnown: (row, column, value) => {
      const of = cells.get(keyOf(row, column));
      return isPartial(of, value) ? (of!.notKnown?.[value] ?? 0) : 0;
    },
  };
}

/** A report without columns has one column without a label, and that is its total. */
const keyOf = (row: Labels | null, column: Labels | null): string => JSON.stringify([row?.length ? row : null, column?.length ? column : null]);
