/** A list as an xlsx file: numbers stay numbers, everything else is text, so that nothing is taken for a formula. */
import type { Page } from "@nonet/engine";
import writeXlsxFile from "write-excel-file/node";
import type { SheetData } from "write-excel-file/node";
import { type Answer, problem } from "../http/response.ts";
import { cellValue, textOf, unmistaken } from "./csv-writer.ts";

/** What a cell of a spreadsheet holds at most. */
const mostSigns = 32_767;
/** So many of the texts that are too long are named. */
const mostNamed = 5;

/** Nothing is cut: where a cell can't hold a text, `tooLong` names the first of such texts, each in words. */
export async function spreadsheet(
  labels: readonly string[],
  pages: AsyncIterable<Page>,
  keys: readonly string[],
  isNumber: (key: string) => boolean,
): Promise<{ readonly file: Buffer } | { readonly tooLong: readonly string[] }> {
  const rows: SheetData = [labels.map((label) => ({ value: escaped(label), type: String, fontWeight: "bold" as const }))];
  const tooLong: string[] = [];
  for await (const page of pages)
    for (const item of page.items) {
      const values = keys.map((key) => cellValue(item, key));
      const at = values.findIndex((value) => inCell(value).length > mostSigns);
      if (at >= 0) tooLong.push(`${labels[at]} in line ${rows.length + 1}${item.id === undefined ? "" : ` (record ${item.id})`}`);
      if (tooLong.length >= mostNamed) return { tooLong };
      rows.push(keys.map((key, i) => cell(values[i], isNumber(key))));
    }
  return tooLong.length > 0 ? { tooLong } : { file: await writeXlsxFile(rows).toBuffer() };
}

/** The refusal of what a spreadsheet can't hold, and the way out. */
export const refuseTooLong = (tooLong: readonly string[]): Answer =>
  problem(
    "too-long-for-cell",
    `A cell of a spreadsheet holds at most ${mostSigns} characters, and longer is: ${tooLong.join(", ")}${tooLong.length >= mostNamed ? " and perhaps more" : ""}. Export it as CSV, which holds any length.`,
    "format",
  );

function cell(value: unknown, isNumber: boolean): SheetData[number][number] {
  if (typeof value === "number") return { value, type: Number };
  // Decimals travel as text, which a text that looks like one stays; up to 15 digits a spreadsheet holds them exactly.
  if (isNumber && typeof value === "string" && /^-?(0|[1-9]\d{0,11})(\.\d{1,4})?$/.test(value)) return { value: Number(value), type: Number };
  const text = inCell(value);
  return text === "" ? null : { value: escaped(text), type: String };
}

/** `_x0041_` stands for "A" in a cell (ECMA-376 part 1, 22.9.2.19), so that text itself is written with its first sign so. */
const escaped = (text: string): string => text.replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_");

const inCell = (value: unknown): string => unmistaken(textOf(value));
