/** The fields of a section that are named as empty. */
import type { FieldData, ProductData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { isEmpty } from "../format/value-text.ts";

/** `keepsAll`: a field without a value keeps its place. A field that is missing in the response is hidden from this person; a list has its own section. */
export const shownFields = (product: ProductData, fields: readonly FieldData[], row: Row, keepsAll = false): readonly FieldData[] =>
  fields.filter((field) => field.key in row && field.control !== "list" && (keepsAll || !isEmpty(row[field.key]) || !isUnreadable(product, field)));

/** A reference to records that this person may not read is empty in every response, whether it has a value or not. */
const isUnreadable = ({ entities }: ProductData, { control, entity }: FieldData): boolean =>
  control === "reference" && entity !== null && entity !== undefined && !entities.some(({ name }) => name === entity);

/** More are counted, and named when asked for. */
export const mostNamed = 5;

export const emptyFields = (shown: readonly FieldData[], row: Row): readonly FieldData[] => shown.filter(({ key }) => isEmpty(row[key]) && !isNotShown(row, key));

const isNotShown = (row: Row, key: string): boolean => (row["_notShown"] as Readonly<Record<string, string>> | undefined)?.[key] !== undefined;
