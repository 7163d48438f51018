/** Reads CSV (RFC 4180), parted by commas, semicolons or tabs, with the file's line of each row. */

export interface TableRow {
  /** 1-based, where the row begins. */
  readonly line: number;
  readonly cells: readonly string[];
}

export type ReadTable = { readonly rows: readonly TableRow[] } | { readonly problem: string };

export function readCsv(bytes: Uint8Array): ReadTable {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { problem: "The file isn't UTF-8 text: save it as CSV UTF-8." };
  }
  if (text.includes("\0")) return { problem: "The file isn't text." };
  return split(text.replace(/^\uFEFF/, ""));
}

/** What parts the cells is what stands most often in the first line outside quotes. */
function separatorOf(text: string): string {
  const first = text.split(/\r?\n/, 1)[0]!.replace(/"[^"]*"/g, "");
  return [",", ";", "\t"].reduce((best, sign) => (first.split(sign).length > first.split(best).length ? sign : best));
}

function split(text: string): ReadTable {
  const separator = separatorOf(text);
  const rows: TableRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let began = 1;
  let at = 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? quoted(text, at) : bare(text, at, separator);
    if (cell === null) return { problem: `Line ${began} opens a quotation mark that is never closed.` };
    cells.push(cell.text);
    line += (text.slice(at, cell.end).match(/\n/g) ?? []).length;
    at = cell.end;
    if (text[at] === separator) {
      at++;
      if (at === text.length) cells.push("");
      continue;
    }
    if (at < text.length && text[at] !== "\r" && text[at] !== "\n") return { problem: `Line ${line} goes on behind a closing quotation mark.` };
    rows.push({ line: began, cells });
    cells = [];
    at += text.startsWith("\r\n", at) ? 2 : 1;
    line++;
    began = line;
  }
  if (cells.length > 0) rows.push({ line: began, cells });
  return { rows };
}

function bare(text: string, from: number, separator: string): { text: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== "\r" && text[end] !== "\n") end++;
  return { text: text.slice(from, end), end };
}

function quoted(text: string, from: number): { text: string; end: number } | null {
  let out = "";
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') out += text[at];
    else if (text[at + 1] === '"') {
      out += '"';
      at++;
    } else return { text: out, end: at + 1 };
  }
  return null;
}
