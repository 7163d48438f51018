/** How the values of a table's columns are aligned. */
import type { ColumnData, FieldData } from "@nonet/screens";
import { isNumeric } from "./value-text.ts";

type Column = Pick<ColumnData | FieldData, "control">;

export const isPicture = ({ control }: Column): boolean => control === "image" || control === "images";

/** Numbers end at one line. The column by which a record is known, the first after its picture, starts where the table starts. */
export function alignmentOf(column: Column, columns: readonly Column[]): "end" | undefined {
  const isFirst = columns.find((one) => !isPicture(one)) === column;
  return isNumeric(column.control) && !isFirst ? "end" : undefined;
}
