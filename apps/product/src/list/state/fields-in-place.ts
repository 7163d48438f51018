/** The fields that people change in a list, without opening the record. */
import type { ColumnData, EntityData, FieldData } from "@nonet/screens";

/** Values that fit into a row; the others are edited on the record's page. */
const editedInPlace: ReadonlySet<FieldData["control"]> = new Set([
  "text",
  "long text",
  "number",
  "integer",
  "money",
  "percent",
  "yes/no",
  "date",
  "time",
  "date and time",
  "choice",
  "choices",
  "reference",
  "references",
  "duration",
]);

/** The fields of the columns that people may change in a list: none of other records, and none that the person may not write. */
export const fieldsInPlace = (columns: readonly ColumnData[], entity: EntityData): readonly FieldData[] =>
  entity.mayUpdate ? columns.flatMap(({ key }) => entity.fields.find((f) => f.key === key && f.writableOnUpdate && editedInPlace.has(f.control)) ?? []) : [];
