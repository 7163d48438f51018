/** Converts the cells of an import to the API's formats. A value that can't be converted stays as it is, and the engine reports it with its line. */
import { parseListCell, type Values } from "@nonet/engine";
import type { Field } from "@nonet/model";
import { unescapeCell } from "./csv-writer.ts";
import type { ImportColumn } from "./import-columns.ts";
import type { ImportFormat } from "./import-file.ts";

export function importValues(columns: readonly ImportColumn[], cells: readonly string[], format: ImportFormat): Values {
  const values: Record<string, unknown> = {};
  columns.forEach((column, i) => {
    const cell = cells[i] ?? "";
    if (column) values[column.key] = column.field ? valueOf(column.field, format === "xlsx" ? sheetCell(column.field, cell) : cell) : cell.trim();
  });
  return values;
}

/** In a spreadsheet, a date is a date and time at midnight, and the other way round. */
function sheetCell({ type }: Field, cell: string): string {
  if (type.kind === "date" && /^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(cell)) return cell.slice(0, 10);
  return type.kind === "date and time" && /^\d{4}-\d\d-\d\d$/.test(cell) ? `${cell}T00:00:00Z` : cell;
}

/** Spaces are part of a text, and of what a reference is shown as; around any other value they are only formatting. */
const keepsSpaces = ({ type }: Field, cell: string): boolean =>
  type.kind === "text" || (type.kind === "formatted" && type.format === "address") || (type.kind === "reference" && cell.trim() !== "");

function valueOf(field: Field, cell: string): unknown {
  const text = unescapeCell(keepsSpaces(field, cell) ? cell : cell.trim());
  if (text === "") return null;
  switch (field.type.kind) {
    case "number":
    case "money":
    case "integer":
      return text.replace(/(?<=\d)[,  '](?=\d{3}(\D|$))/g, "").replace(/\s*[A-Z]{3}$|^[A-Z]{3}\s*/, "");
    case "percent":
      return text.endsWith("%") ? hundredth(text.replace(/\s*%$/, "")) : text;
    case "yes/no":
      return /^(yes|y|true|1|x|✅|ja|oui)$/i.test(text) ? true : /^(no|n|false|0|❌|nein|non)$/i.test(text) ? false : text;
    case "any of":
    case "texts":
      return parseListCell(text);
    case "date":
      return serialDate(text)?.slice(0, 10) ?? text;
    case "date and time":
      return serialDate(text) ?? text;
    case "one of":
      return field.type.choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? text;
    default:
      return text;
  }
}

/** 19 % as 0.19, without the rounding of a binary float. */
function hundredth(text: string): string {
  const match = /^(-?)(\d+)(?:[.,](\d+))?$/.exec(text);
  if (!match) return text;
  const digits = match[2]!.padStart(3, "0");
  return `${match[1]}${digits.slice(0, -2)}.${digits.slice(-2)}${match[3] ?? ""}`;
}

/** A spreadsheet's day number; day 1 is 1 January 1900, and 1900 counts as a leap year. Null for any other text. */
function serialDate(text: string): string | null {
  if (!/^\d{4,6}(\.\d+)?$/.test(text)) return null;
  const days = Number(text);
  return days < 61 || days >= 2_958_466 ? null : new Date(Math.round((days - 25_569) * 86_400_000)).toISOString().replace(/\.\d+Z$/, "Z");
}
