/** A Markdown table as headers and rows, each cell with its exact place. */
import type { SyntaxNode } from "@lezer/common";
import { remembered, type Reading } from "./read-blocks.ts";
import type { Row, Table, Words } from "./tree.ts";

export function readTable(reading: Reading, node: SyntaxNode): Table {
  const header = node.getChild("TableHeader");
  const headers = header ? readCells(reading, header) : [];
  const rows = node.getChildren("TableRow").map((row, i) => {
    const make = (): Row => readRow(reading, row, headers.length);
    // The first row is where the head ends, so it's read with its table.
    return i === 0 ? make() : remembered(reading, `row of ${headers.length}`, row, make);
  });
  return { kind: "table", headers, rows, span: reading.span(node.from, node.to) };
}

function readRow(reading: Reading, node: SyntaxNode, width: number): Row {
  const cells = readCells(reading, node);
  const extra = cells[width];
  if (extra)
    reading.report("too-many-cells", extra.span, `This row has ${cells.length} cells, the table ${width} columns.`, { hint: "A | that belongs into a cell is written \\|." });
  const missing = Array.from({ length: Math.max(0, width - cells.length) }, (): Words => ({ text: "", span: reading.span(node.to, node.to) }));
  return { cells: [...cells.slice(0, width), ...missing], span: reading.span(node.from, node.to) };
}

/** Lezer gives no node for an empty cell, so the delimiters are counted: each but a leading one closes a cell. */
function readCells(reading: Reading, row: SyntaxNode): Words[] {
  const cells: Words[] = [];
  let content: SyntaxNode | null = null;
  let opened = row.from;
  let first = true;
  const close = (at: number): void => {
    cells.push(content ? cellOf(reading, content) : emptyCell(reading, opened, at));
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

function cellOf(reading: Reading, node: SyntaxNode): Words {
  const words = reading.words(node.from, node.to);
  return { text: words.text.replace(/\\\|/g, "|"), span: words.span };
}

/** Where one would type: after the blank that follows the opening bar. */
function emptyCell(reading: Reading, from: number, to: number): Words {
  const at = from < to ? from + 1 : from;
  return { text: "", span: reading.span(at, at) };
}
