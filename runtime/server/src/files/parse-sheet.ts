/** Parses the first sheet of an xlsx file into texts, after checking its unpacked size. Blocks, so it runs in a worker thread. */
import { unzipSync, zipSync } from "fflate";
import { readSheet } from "read-excel-file/universal";
import type { ReadTable, TableRow } from "./table.ts";
import { say } from "@nonet/texts";

/** Default 114. `unpacked`: bytes of all parts that are read. `area`: the last filled row times the last filled column. */
const limits = { unpacked: 60_000_000, rows: 1_048_576, cells: 500_000, area: 4_000_000, filledRows: 20_000 };

class TooLarge extends Error {}

export async function parseSheet(bytes: Uint8Array): Promise<ReadTable> {
  try {
    const parts = unpack(bytes);
    if (!("xl/workbook.xml" in parts)) return { problem: say("the-file-isnt-a-spreadsheet-xlsx") };
    // Numbers stay text as in the file, so that no decimal is rounded to a binary float.
    const rows = await readSheet(new Blob([zipSync(parts, { level: 0 })]), 1, { trim: false, parseNumber: (text) => text as never });
    const table = rows.map((cells, i): TableRow => ({ line: i + 1, cells: trimEmptyCells(cells.map(textOf)) })).filter(({ cells }) => cells.length > 0);
    return table.length > limits.filledRows ? { problem: say("this-file-has-table-lines", { table: table.length }), code: "too-many-rows" } : { rows: table };
  } catch (error) {
    return error instanceof TooLarge
      ? { problem: say("the-spreadsheet-is-too-large-it-has", { message: error.message }), code: "too-large" }
      : { problem: say("the-spreadsheet-cant-be-read-save-it") };
  }
}

/** The parts with cells and texts. No part is unpacked before the sizes of all are checked. */
function unpack(bytes: Uint8Array): Record<string, Uint8Array<ArrayBuffer>> {
  let unpacked = 0;
  const isRead = (name: string): boolean => /^(xl\/(worksheets\/)?[^/]+\.xml|(xl\/)?_rels\/[^/]+\.rels|\[Content_Types\]\.xml)$/.test(name);
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (isRead(name) && (unpacked += originalSize) > limits.unpacked) throw new TooLarge(`more than ${limits.unpacked / 1_000_000} MB unpacked`);
      return false;
    },
  });
  const parts = unzipSync(bytes, { filter: ({ name }) => isRead(name) });
  for (const name of Object.keys(parts)) if (name.startsWith("xl/worksheets/")) parts[name] = checked(parts[name]!);
  return parts;
}

/**
 * The sheet, if its size is within the limits. Cells with an error (`#N/A`) become texts: the reader would return them
 * as empty, and the import would drop what people see in the file.
 */
function checked(part: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const xml = new TextDecoder().decode(part);
  let [cells, rows, lastRow, lastColumn, hasErrors] = [0, 0, 0, 0, false];
  for (const [tag, kind] of xml.matchAll(/<(row|c)\b[^>]*>/g)) {
    const at = /\sr="([A-Z]*)(\d+)"/.exec(tag);
    const row = Number(at?.[2] ?? 0);
    if (kind === "row") rows = Math.max(rows + 1, row);
    else if (!tag.endsWith("/>")) {
      cells++;
      lastRow = Math.max(lastRow, row);
      lastColumn = Math.max(lastColumn, columnOf(at?.[1] ?? ""));
      hasErrors ||= /\st="e"/.test(tag);
    }
    if (rows > limits.rows || lastRow > limits.rows) throw new TooLarge(`more than ${limits.rows} rows`);
    if (cells > limits.cells) throw new TooLarge(`more than ${limits.cells} filled cells`);
    if (lastRow * lastColumn > limits.area) throw new TooLarge(`${lastRow} rows of ${lastColumn} columns`);
  }
  return hasErrors ? new TextEncoder().encode(xml.replace(/<c\b[^>]*\st="e"/g, (tag) => tag.replace(/\st="e"/, ' t="str"'))) : part;
}

const columnOf = (letters: string): number => [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0);

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return cell instanceof Date ? dateTextOf(cell) : String(cell);
}

/** A date, a time (stored as a fraction of day 0), or both. */
function dateTextOf(date: Date): string {
  const text = date.toISOString().replace(/\.\d+Z$/, "Z");
  if (date.getUTCFullYear() < 1900) return text.slice(11, 19);
  return text.endsWith("T00:00:00Z") ? text.slice(0, 10) : text;
}

function trimEmptyCells(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}
