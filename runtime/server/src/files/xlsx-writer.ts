/** Writes a list as an xlsx file. Numbers are cells of numbers and everything else is text, so no cell can become a formula. */
import type { VisibleRecord } from "@nonet/engine";
import { type HttpResponse, problem } from "../http/response.ts";
import { cellValue, textOf, escapeApostrophe } from "./csv-writer.ts";
import { type Cell, sheetArchive } from "./archive/sheet-archive.ts";

/** The longest text that a cell of a spreadsheet can hold. */
const maxCellLength = 32_767;
/** How many of the texts that are too long the refusal names. */
const maxNamed = 5;

/** No text is shortened: `tooLong` describes the first texts that are too long for a cell. */
export async function spreadsheet(
  labels: readonly string[],
  pages: AsyncIterable<readonly VisibleRecord[]>,
  keys: readonly string[],
  isNumber: (key: string) => boolean,
): Promise<{ readonly file: Buffer } | { readonly tooLong: readonly string[] }> {
  const sheet = sheetArchive();
  sheet.add([labels.map((label) => ({ value: escaped(label), isBold: true }))]);
  let line = 1;
  const tooLong: string[] = [];
  for await (const items of pages) {
    const rows: (readonly (Cell | null)[])[] = [];
    for (const item of items) {
      line++;
      const values = keys.map((key) => cellValue(item, key));
      const at = values.findIndex((value) => inCell(value).length > maxCellLength);
      if (at >= 0) tooLong.push(`${labels[at]} in line ${line}${item.id === undefined ? "" : ` (record ${item.id})`}`);
      if (tooLong.length >= maxNamed) return { tooLong };
      rows.push(keys.map((key, i) => cell(values[i], isNumber(key))));
    }
    sheet.add(rows);
  }
  if (tooLong.length > 0) return { tooLong };
  return { file: sheet.end() };
}

/** Refuses a list whose texts are too long for the cells of a spreadsheet. */
export const refuseTooLong = (tooLong: readonly string[]): HttpResponse =>
  problem(
    "too-long-for-cell",
    `A cell of a spreadsheet can hold at most ${maxCellLength} characters. These are longer: ${tooLong.join(", ")}${tooLong.length >= maxNamed ? ", and perhaps others" : ""}. Export the list as CSV, which has no limit.`,
    "format",
  );

function cell(value: unknown, isNumber: boolean): Cell | null {
  if (typeof value === "number") return { value };
  // The API sends decimals as text. Up to 15 digits a spreadsheet stores them exactly; texts that only look like numbers stay text.
  if (isNumber && typeof value === "string" && /^-?(0|[1-9]\d{0,11})(\.\d{1,4})?$/.test(value)) return { value: Number(value) };
  const text = inCell(value);
  return text === "" ? null : { value: escaped(text) };
}

/** In a cell, `_x0041_` means "A" (ECMA-376 part 1, 22.9.2.19), so the underscore of a text like that is escaped. */
const escaped = (text: string): string => text.replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");

const inCell = (value: unknown): string => escapeApostrophe(textOf(value));
