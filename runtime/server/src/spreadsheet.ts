/** A list as an xlsx file: numbers stay numbers, everything else is text, so that nothing is taken for a formula. */
import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import type { Page } from "@nonet/engine";
import { cellValue, textOf, unmistaken } from "./csv.ts";

export async function spreadsheet(labels: readonly string[], pages: AsyncIterable<Page>, keys: readonly string[], isNumber: (key: string) => boolean): Promise<Buffer> {
  const rows: SheetData = [labels.map((value) => ({ value, type: String, fontWeight: "bold" as const }))];
  for await (const page of pages) for (const item of page.items) rows.push(keys.map((key) => cell(cellValue(item, key), isNumber(key))));
  return writeXlsxFile(rows).toBuffer();
}

function cell(value: unknown, isNumber: boolean): SheetData[number][number] {
  if (typeof value === "number") return { value, type: Number };
  // Decimals travel as text, which a text that looks like one stays; up to 15 digits a spreadsheet holds them exactly.
  if (isNumber && typeof value === "string" && /^-?(0|[1-9]\d{0,11})(\.\d{1,4})?$/.test(value)) return { value: Number(value), type: Number };
  const text = unmistaken(textOf(value));
  return text === "" ? null : { value: text.slice(0, 32_767), type: String };
}
