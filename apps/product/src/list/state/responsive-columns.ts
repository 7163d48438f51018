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

/** The columns in the order in which they get room: the first, after a picture the one with the record's name, then the state, then the others. */
function inOrder(columns: readonly ColumnData[]): readonly ColumnData[] {
  const first = columns[0];
  const title = first && isPicture(first) ? (columns.find((c) => c.key === "name" || c.key === "title") ?? columns.find((c) => c.control === "text")) : undefined;
  const state = columns.find((c) => c.key === "state" && c !== first);
  return [...new Set([first, title, state, ...columns].filter((c) => c !== undefined))];
}

/** Of each column but the first, which always stays, the width that the table needs for it. */
export function widthsNeeded(columns: readonly ColumnData[]): readonly { readonly column: ColumnData; readonly width: number }[] {
  let width = 0;
  return inOrder(columns)
    .map((column) => ({ column, width: (width += widthOf(column)) }))
    .slice(1);
}

export function splitColumns(columns: readonly ColumnData[], width: number): ColumnSplit {
  const without = width <= 0 ? [] : widthsNeeded(columns).filter((one) => one.width > width);
  if (without.length === 0) return { shown: columns, more: [] };
  const more = new Set(without.map(({ column }) => column));
  return { shown: columns.filter((c) => !more.has(c)), more: columns.filter((c) => more.has(c)) };
}

/** Values of these say nothing without the name of their column: 3, "no", 4 March. */
const bare: ReadonlySet<ColumnData["control"]> = new Set(["yes/no", "number", "integer", "percent", "date", "time", "date and time", "duration"]);

/** How many other columns a list can have whose head isn't shown, its rows being cards. */
export function mostInCards(columns: readonly ColumnData[]): number {
  const beside = widthsNeeded(columns).map(({ column }) => column);
  const firstBare = beside.findIndex(({ control }) => bare.has(control));
  return Math.min(2, firstBare === -1 ? Infinity : firstBare);
}

/** The width without the column of checkboxes. */
export const availableWidth = (width: number, selectable: boolean): number => (width > 0 && selectable ? width - 44 : width);
