/** Reads CSV (RFC 4180) with `csv-parse`, separated by commas, semicolons or tabs. Each row has its line in the file. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import type { ReadTable, TableRow } from "./table.ts";
import { say } from "@nonet/texts";

/** The file is parsed in chunks, so that other requests run in between. */
const chunkBytes = 65_536;
/** More than an import through the product takes, blank lines included. */
const mostRows = 50_000;

export async function readCsv(bytes: Uint8Array, maxRows = mostRows): Promise<ReadTable> {
  const start = firstLineOf(bytes);
  if (start === null) return { problem: say("the-file-isnt-utf-8-text-save") };
  if (bytes.includes(0)) return { problem: say("the-file-isnt-text") };
  const rows: TableRow[] = [];
  let from = 0;
  let line = 1;
  const parser = parse({
    bom: true,
    delimiter: separatorOf(start),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    // Rows are collected here and not from the stream, which drops those before an error.
    on_record: (cells: string[], { bytes: to }) => {
      rows.push({ line, cells });
      line += linesIn(bytes.subarray(from, to));
      from = to;
      return null;
    },
  });
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length && rows.length <= maxRows; at += chunkBytes) {
      yield bytes.subarray(at, at + chunkBytes);
      await setImmediate();
    }
  }
  try {
    await pipeline(Readable.from(chunks()), parser.resume());
  } catch (error) {
    if (rows.length <= maxRows && error instanceof CsvError) return { problem: describeError(error, line) };
    if (!(error instanceof CsvError)) throw error;
  }
  return rows.length > maxRows ? { problem: say("this-file-has-more-than-maxrows-lines", { maxRows }), code: "too-many-rows" } : { rows };
}

const inQuotes = "Put the value in quotation marks, and double each quotation mark inside it.";

function describeError({ code }: CsvError, line: number): string {
  if (code === "CSV_QUOTE_NOT_CLOSED") return say("line-line-opens-a-quotation-mark-that", { line });
  if (code === "CSV_INVALID_CLOSING_QUOTE") return `Line ${line} has text after a closing quotation mark. ${inQuotes}`;
  return `Line ${line} has a quotation mark inside a value that doesn't begin with one. ${inQuotes}`;
}

/** Null if the bytes aren't UTF-8. */
function firstLineOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).split(/\r?\n|\r/, 1)[0]!;
  } catch {
    return null;
  }
}

/** The separator is the sign that occurs most often in the first line outside quotation marks. */
function separatorOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, "");
  return [",", ";", "\t"].reduce((best, sign) => (bare.split(sign).length > bare.split(best).length ? sign : best));
}

const [carriageReturn, lineFeed] = [0x0d, 0x0a];

/** Counts the line ends; a carriage return with a line feed is one. */
function linesIn(chunk: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < chunk.length; at++) if (chunk[at] === lineFeed || (chunk[at] === carriageReturn && chunk[at + 1] !== lineFeed)) count++;
  return count;
}
