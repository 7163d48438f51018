/** Reads CSV (RFC 4180) with `csv-parse`, parted by commas, semicolons or tabs, with the file's line of each row. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import type { ReadTable, TableRow } from "./table.ts";

/** Between two pieces of the file other requests are answered. */
const pieceBytes = 65_536;
/** More than any import takes, blank lines included. */
const mostRows = 50_000;

export async function readCsv(bytes: Uint8Array): Promise<ReadTable> {
  const start = firstLineOf(bytes);
  if (start === null) return { problem: "The file isn't UTF-8 text: save it as CSV UTF-8." };
  if (bytes.includes(0)) return { problem: "The file isn't text." };
  const rows: TableRow[] = [];
  let from = 0;
  let line = 1;
  const parser = parse({
    bom: true,
    delimiter: separatorOf(start),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    // Rows are taken here and not from the stream, which drops those before a mistake.
    on_record: (cells: string[], { bytes: to }) => {
      rows.push({ line, cells });
      line += linesIn(bytes.subarray(from, to));
      from = to;
      return null;
    },
  });
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length && rows.length <= mostRows; at += pieceBytes) {
      yield bytes.subarray(at, at + pieceBytes);
      await setImmediate();
    }
  }
  try {
    await pipeline(Readable.from(pieces()), parser.resume());
  } catch (error) {
    if (rows.length <= mostRows && error instanceof CsvError) return { problem: mistakeIn(error, line) };
    if (!(error instanceof CsvError)) throw error;
  }
  return rows.length > mostRows ? { problem: `These are more than ${mostRows} lines.`, code: "too-many-rows" } : { rows };
}

const inQuotes = "Put the value in quotation marks, and write each quotation mark in it twice.";

function mistakeIn({ code }: CsvError, line: number): string {
  if (code === "CSV_QUOTE_NOT_CLOSED") return `Line ${line} opens a quotation mark that is never closed.`;
  if (code === "CSV_INVALID_CLOSING_QUOTE") return `Line ${line} goes on behind a closing quotation mark. ${inQuotes}`;
  return `Line ${line} has a quotation mark inside a value that doesn't begin with one. ${inQuotes}`;
}

/** null where the bytes are no UTF-8. */
function firstLineOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).split(/\r?\n|\r/, 1)[0]!;
  } catch {
    return null;
  }
}

/** What parts the cells is what stands most often in the first line outside quotes. */
function separatorOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, "");
  return [",", ";", "\t"].reduce((best, sign) => (bare.split(sign).length > bare.split(best).length ? sign : best));
}

const [carriageReturn, lineFeed] = [0x0d, 0x0a];

/** How many lines end in the piece; a carriage return and a line feed end one. */
function linesIn(piece: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < piece.length; at++) if (piece[at] === lineFeed || (piece[at] === carriageReturn && piece[at + 1] !== lineFeed)) count++;
  return count;
}
