/** Writes records as CSV (RFC 4180), without texts that a spreadsheet program would read as formulas. */
import { formatListCell, type VisibleRecord } from "@nonet/engine";
import { stringify } from "csv-stringify/sync";

export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((cells) => cells.map(escapeFormula)),
    { record_delimiter: "\r\n", quoted_match: /[\r\n]/ },
  );

/** A text that starts like a formula gets an apostrophe in front, and so does a text that already starts with one before a formula. Numbers stay as they are. */
const escapeFormula = (text: string): string => (/^'*[=+\-@\t\r\n]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text);

/** Cells of text in a spreadsheet are never formulas. Only a text that starts with an apostrophe before a formula gets another one, because an import removes one. */
export const escapeApostrophe = (text: string): string => (/^'+[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);

/** Reverses the escape in an import. */
export const unescapeCell = (cell: string): string => (/^'+[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell);

export const cellText = (item: VisibleRecord, key: string): string => textOf(cellValue(item, key));

/** The value of a key, or "not shown" if it depends on a value that the document doesn't show. */
export function cellValue(item: VisibleRecord, key: string): unknown {
  const notShown = item["_notShown"];
  return typeof notShown === "object" && notShown !== null && Object.hasOwn(notShown, key) ? "not shown" : valueAt(item, key);
}

/** The value of a dotted key: as one key, because lists return columns over references so, or step by step. */
export function valueAt(item: VisibleRecord, key: string): unknown {
  if (Object.hasOwn(item, key)) return item[key];
  let value: unknown = item;
  for (const step of key.split(".")) value = typeof value === "object" && value !== null && Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
  return value;
}

/** A value as people read it: a reference by its name, a list separated by semicolons. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return formatListCell(value.map(textOf));
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object") return String(value);
  const reference = value as Record<string, unknown>;
  return textOf(reference.shownAs ?? reference.name ?? reference.id ?? "");
}
