/** Lines of CSV (RFC 4180) that no spreadsheet program takes for formulas. */
import { formatListCell, type VisibleRecord } from "@nonet/engine";
import { stringify } from "csv-stringify/sync";

export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((cells) => cells.map(unformulated)),
    { record_delimiter: "\r\n", quoted_match: /[\r\n]/ },
  );

/** A text that begins like a formula gets an apostrophe before it, and so does one that begins as if it had; a plain number stays a number. */
const unformulated = (text: string): string => (/^'*[=+\-@\t\r\n]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text);

/** In a spreadsheet nothing is taken for a formula: only what begins as if it had an apostrophe gets one, since an import takes it away. */
export const unmistaken = (text: string): string => (/^'+[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);

/** What stood in the record. */
export const withoutApostrophe = (cell: string): string => (/^'+[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell);

export const cellText = (item: VisibleRecord, key: string): string => textOf(cellValue(item, key));

/** The value under a key, or the words for one that hangs on something not shown. */
export function cellValue(item: VisibleRecord, key: string): unknown {
  const open = item["_notShown"];
  return typeof open === "object" && open !== null && Object.hasOwn(open, key) ? "not shown" : valueAt(item, key);
}

/** The value under a dotted key: as one key (how lists send columns over references), or step by step. */
export function valueAt(item: VisibleRecord, key: string): unknown {
  if (Object.hasOwn(item, key)) return item[key];
  let at: unknown = item;
  for (const step of key.split(".")) at = typeof at === "object" && at !== null && Object.hasOwn(at, step) ? (at as Record<string, unknown>)[step] : undefined;
  return at;
}

/** As a person reads it: a reference by its name, a list parted by semicolons. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return formatListCell(value.map(textOf));
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object") return String(value);
  const named = value as Record<string, unknown>;
  return textOf(named.shownAs ?? named.name ?? named.id ?? "");
}
