/** Selects the columns that fit into a table. The others move into a second line of each row, so that nothing scrolls out of view. */
import type { ColumnData } from "@nonet/screens";
import { isPicture } from "../../format/column-alignment.ts";

/** Minimum widths in px per control. */
const widths: Partial<Record<ColumnData["control"], number>> = {
  "yes/no": 90,
  image: 70,
  images: 110,
  date: 114,
  money: 108,
  number: 100,
  integer: 90,
  percent: 90,
  time: 80,
  "date and time": 165,
  choice: 118,
  readonly: 145,
  reference: 150,
  colour: 110,
};
export const widthOf = (column: ColumnData): number => Math.max(widths[column.control] ?? 165, Math.min(190, column.label.length * 8 + 44));

export interface ColumnSplit {
  readonly shown: readonly ColumnData[];
  readonly more: readonly ColumnData[];
}

/** The first column always stays, after a picture the one with the record's name, then the state, then the others in order. */
export function splitColumns(columns: readonly ColumnData[], width: number): ColumnSplit {
  const total = columns.reduce((sum, c) => sum + widthOf(c), 0);
  if (width <= 0 || total <= width) return { shown: columns, more: [] };
  const first = columns[0];
  const title = first && isPicture(first) ? (columns.find((c) => c.key === "name" || c.key === "title") ?? columns.find((c) => c.control === "text")) : undefined;
  const state = columns.find((c) => c.key === "state" && c !== first);
  const kept = new Set<ColumnData>();
  let left = width;
  for (const column of [first, title, state, ...columns]) {
    if (!column || kept.has(column)) continue;
    if (kept.size > 0 && widthOf(column) > left) break;
    kept.add(column);
    left -= widthOf(column);
  }
  return { shown: columns.filter((c) => kept.has(c)), more: columns.filter((c) => !kept.has(c)) };
}

/** The width without the column of checkboxes. */
export const availableWidth = (width: number, selectable: boolean): number => (width > 0 && selectable ? width - 44 : width);
