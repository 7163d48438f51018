/** The order of a board's cards where the document gives them none: by their deadline, else by the first date that they show (default 250). */
import type { ColumnData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { valueAt } from "../format/value-at.ts";

const deadline = /\b(due|deadline|until|expires?)\b/i;

/** The date by which the cards stand; null if they show none. */
export function dateOfCards(columns: readonly ColumnData[]): ColumnData | null {
  const dates = columns.filter(({ control }) => control === "date" || control === "date and time");
  return dates.find(({ path }) => deadline.test(path)) ?? dates[0] ?? null;
}

/** The soonest first, or the latest if the work is over. Cards without the date keep their order, at the end. */
export function inOrderOfDates(cards: readonly Row[], date: ColumnData, isOver: boolean): readonly Row[] {
  const dated = cards.map((row) => ({ row, at: String(valueAt(row, date.key) ?? "") }));
  const compare = (a: string, b: string): number => (a === b ? 0 : a === "" ? 1 : b === "" ? -1 : a < b === isOver ? 1 : -1);
  return dated.toSorted((a, b) => compare(a.at, b.at)).map(({ row }) => row);
}
