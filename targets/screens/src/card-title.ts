/** What names a record on a card of a website: a text in the list's first column, or else how the document shows the record. */
import type { ColumnData } from "./screen-data.ts";

const isImage = ({ control }: Pick<ColumnData, "control">): boolean => control === "image" || control === "images";

/** The column of the title; null where `shownAs` is the title. */
export function titleColumn<C extends Pick<ColumnData, "control">>(columns: readonly C[]): C | null {
  const first = columns.find((c) => !isImage(c));
  return first?.control === "text" ? first : null;
}
