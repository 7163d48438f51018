/** Reads a Markdown table as headers and rows, each cell with its exact span. */
import type { SyntaxNode } from "@lezer/common";
import type { Row, Table, TextSpan } from "../tree/tree.ts";
import { type Reading, reuseOrRead, isTooLong } from "./reading.ts";

/** The table, and where the text directly below it begins that Markdown takes for its last rows, though it has no bar; -1: nowhere. */
export function readTable(reading: Reading, node: SyntaxNode): { readonly table: Table; readonly textFrom: number } {
  const header = node.getChild("TableHeader");
  const headers = header ? headersOf(reading, cellsOf(header)) : [];
  const all = node.getChildren("TableRow");
  const isText = (row: SyntaxNode): boolean => headers.length > 1 && row.getChild("TableDelimiter") === null;
  const last = all.findLastIndex((row) => !isText(row));
  const rows = all.slice(0, last + 1).map((row, i) => {
    const make = (): Row => rowOf(reading, row.from, row.to, cellsOf(row), headers.length);
    // The first row depends on the header before it, so it isn't cached.
    return i === 0 ? make() : reuseOrRead(reading, `row of ${headers.length}`, row, make);
  });
  const text = all[last + 1];
  const dashes = node.getChild("TableDelimiter") ?? header;
  const to = text ? (all[last] ?? dashes ?? text).to : node.to;
  return { table: { kind: "table", headers, rows, span: reading.span(node.from, to) }, textFrom: text?.from ?? -1 };
}

/** The position of a cell: its content from `begin` to `end` (-1 if it is empty), between `opened`, after the bar before it, and the bar at `closed`. */
export interface CellPlace {
  readonly begin: number;
  readonly end: number;
  readonly opened: number;
  readonly closed: number;
}

export const headersOf = (reading: Reading, cells: readonly CellPlace[]): TextSpan[] => cells.map((cell) => wordsOf(reading, cell));

export function rowOf(reading: Reading, from: number, to: number, places: readonly CellPlace[], width: number): Row {
  const cells = headersOf(reading, places);
  const extra = cells[width];
  if (extra)
    reading.report("too-many-cells", extra.span, `The row has ${cells.length} cells, but the table has ${width} columns.`, { hint: "Write a | that belongs to a cell as \\|." });
  if (cells.length > width) cells.length = width;
  while (cells.length < width) cells.push({ text: "", span: reading.span(to, to) });
  return { cells, span: reading.span(from, to) };
}

/** Lezer creates no node for an empty cell, so the delimiters are counted: each one except a leading one closes a cell. */
function cellsOf(row: SyntaxNode): CellPlace[] {
  const cells: CellPlace[] = [];
  let content: SyntaxNode | null = null;
  let opened = row.from;
  let first = true;
  const close = (closed: number): void => {
    cells.push({ begin: content?.from ?? -1, end: content?.to ?? -1, opened, closed });
    content = null;
  };
  for (let child = row.firstChild; child; child = child.nextSibling) {
    if (child.name === "TableCell") content = child;
    if (child.name === "TableDelimiter") {
      if (!(first && content === null)) close(child.from);
      opened = child.to;
    }
    first = false;
  }
  if (content) close(row.to);
  return cells;
}

function wordsOf(reading: Reading, { begin, end, opened, closed }: CellPlace): TextSpan {
  if (begin < 0) {
    // Where a person would type: after the blank that follows the opening bar.
    const at = opened < closed ? opened + 1 : opened;
    return { text: "", span: reading.span(at, at) };
  }
  const words = reading.words(begin, end);
  if (isTooLong(reading, "cell", words)) return { text: "", span: words.span };
  return words.text.includes("\\|") ? { text: words.text.replaceAll("\\|", "|"), span: words.span } : words;
}
