/** A field's value as plain text. */
import { named } from "../texts/names.ts";
import { t } from "../texts/texts.ts";
import type { ColumnData, FieldData } from "@nonet/screens";
import { nameOfCode } from "./code-names.ts";
import { durationText } from "./duration.ts";
import { languageTag } from "./language-tag.ts";
import { formatDate, formatInstant, formatMoney, formatNumber, formatPercent, type Format } from "./format.ts";

/** The properties of a field or a column that determine how its value is displayed. */
export type Shape = { readonly currencyKey?: string | null } & Pick<FieldData | ColumnData, "control" | "currency" | "entity" | "key" | "choices"> & {
    readonly parts?: FieldData["parts"];
    readonly label: string;
    readonly colours?: ColumnData["colours"];
  };

export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
export const isNumeric = (control: FieldData["control"]): boolean => ["money", "number", "integer", "percent"].includes(control);

/** A value as plain text, for cards, bars and titles. */
export function textOf(shape: Pick<Shape, "control" | "currency">, value: unknown, format: Format): string {
  if (isEmpty(value)) return "";
  if (Array.isArray(value)) return value.flatMap((v) => textOf(shape, v, format) || []).join(", ");
  if (typeof value === "object") {
    const { id, shownAs, name } = value as { readonly id?: string; readonly shownAs?: string; readonly name?: string };
    // An id is no name.
    return String((shownAs === id ? name : (shownAs ?? name)) ?? "");
  }
  switch (shape.control) {
    case "money":
      return formatMoney(value, shape.currency, format);
    case "number":
    case "integer":
      return formatNumber(value, format);
    case "percent":
      return formatPercent(value, format);
    case "date":
      return formatDate(value, format);
    case "date and time":
      return formatInstant(value, format);
    case "choice":
    case "choices":
      return named(String(value));
    case "duration":
      return durationText(value, languageTag(format.language));
    case "country":
    case "language":
    case "time zone":
      return nameOfCode(shape.control, String(value), languageTag(format.language));
    default:
      return value === true ? t("yes") : value === false ? t("no") : String(value);
  }
}
