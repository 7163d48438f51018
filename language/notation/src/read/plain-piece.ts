/**
 * Reads a piece that has only headings, paragraphs, one-line bullets and tables, as nearly all pieces do.
 *
 * It is several times faster than the Markdown parser and gives the same result, or none: it returns null for anything
 * that Markdown could read differently, such as an indented line, a code fence, HTML, or a bullet of several lines.
 * test/plain-piece.test.ts compares the two.
 */
import type { Block, Row, Table } from "../tree/tree.ts";
import { beginsParagraph, bulletOf, paragraphOf } from "./blocks.ts";
import { type Reading, reuseOrRead } from "./reading.ts";
import { type CellPlace, headersOf, rowOf } from "./table.ts";

export interface PlainEntry {
  readonly level: number;
  readonly from: number;
  readonly to: number;
  /** The range of a heading's text; null for other blocks. */
  readonly inside: readonly [from: number, to: number] | null;
  readonly read: (reading: Reading) => readonly Block[];
}

type Kind = "blank" | "heading" | "bullet" | "row" | "text" | "label";

interface Line {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
}

/** The headings and blocks of a piece; null if it isn't plain. A line with blanks at its end isn't. */
export function plainEntries(text: string): PlainEntry[] | null {
  if (/[\t\r\0]| (?:\n|$)/.test(text)) return null;
  const lines = linesOf(text);
  if (!lines) return null;
  const entries: PlainEntry[] = [];
  for (let i = 0; i < lines.length;) {
    const { kind, from, to } = lines[i]!;
    let next = i + 1;
    // The lines below `Example: …` or `Initial records:` belong to its paragraph.
    const more = kind === "label" ? "text" : kind;
    while (kind !== "blank" && kind !== "heading" && lines[next]?.kind === more) next++;
    const after = lines[next]?.kind ?? "blank";
    const end = lines[next - 1]!.to;
    if (kind === "heading") entries.push(headingEntry(text, from, to));
    else if (kind === "bullet") {
      // A line directly after the bullet would belong to it, and a bullet after a blank line might belong to the same list.
      if ((after !== "blank" && after !== "label") || lines.slice(next).find((line) => line.kind !== "blank")?.kind === "bullet") return null;
      const items = lines.slice(i, next);
      entries.push({ level: 0, from, to: end, inside: null, read: (reading) => items.map((item) => bulletOf(reading, "BulletList", item.from, item.to, item.from + 2)) });
    } else if (kind === "text" || kind === "label") {
      if (after === "row") return null;
      entries.push({ level: 0, from, to: end, inside: null, read: (reading) => [paragraphOf(reading, from, end)] });
    } else if (kind === "row") {
      if (after === "text" || after === "bullet" || !isTable(text, lines, i, next)) return null;
      const rows = lines.slice(i, next);
      entries.push({ level: 0, from, to: end, inside: null, read: (reading) => [tableOf(reading, rows)] });
    }
    i = next;
  }
  return entries;
}

const bullet = /^- (?:[\p{L}"“(]|\*\*[\p{L}"]|`[^`])/u;
const plain = /^(?:\p{L}|\*\*\p{L}|“|"|`[^`])/u;

function linesOf(text: string): Line[] | null {
  const lines: Line[] = [];
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf("\n", from);
    const to = newline < 0 ? text.length : newline;
    const kind = kindOf(text, from, to);
    if (kind === null) return null;
    lines.push({ kind, from, to });
    from = to + 1;
  }
  return lines;
}

function kindOf(text: string, from: number, to: number): Kind | null {
  if (from === to) return "blank";
  switch (text[from]) {
    case "#":
      return /^#{1,3} [^#\s](?:[^#]*[^#\s])?$/.test(text.slice(from, to)) ? "heading" : null;
    case "-":
      return bullet.test(text.slice(from, from + 6)) ? "bullet" : null;
    case "|":
      return "row";
    default:
      if (!plain.test(text.slice(from, from + 4))) return null;
      return beginsParagraph(text.slice(from, to)) ? "label" : "text";
  }
}

function headingEntry(text: string, from: number, to: number): PlainEntry {
  const level = text.startsWith("###", from) ? 3 : text.startsWith("##", from) ? 2 : 1;
  return { level, from, to, inside: [from + level, to], read: (reading) => [{ kind: "paragraph", words: reading.words(from + level, to) }] };
}

const delimiters = /^\|?(\s*:?-+:?\s*\|)+(\s*:?-+:?\s*)?$/;

/** Whether the lines start with a header and a delimiter row with the same number of cells. */
function isTable(text: string, lines: readonly Line[], first: number, end: number): boolean {
  const [header, dashes] = [lines[first]!, lines[first + 1]!];
  if (first + 1 >= end || !delimiters.test(text.slice(dashes.from, dashes.to))) return false;
  return cellsOf(text, header.from, header.to).count === cellsOf(text, dashes.from, dashes.to).count;
}

function tableOf(reading: Reading, lines: readonly Line[]): Table {
  const [{ from, to }, rows, end] = [lines[0]!, lines.slice(2), lines.at(-1)!.to];
  const headers = headersOf(reading, cellsOf(reading.text, from, to).cells);
  const width = headers.length;
  const read = rows.map((row, i): Row => {
    const make = (): Row => rowOf(reading, row.from, row.to, cellsOf(reading.text, row.from, row.to).cells, width);
    return i === 0 ? make() : reuseOrRead(reading, `row of ${width}`, row, make);
  });
  return { kind: "table", headers, rows: read, span: reading.span(from, end) };
}

/** Splits a row like Markdown: a bar ends a cell unless a backslash precedes it. */
function cellsOf(text: string, from: number, to: number): { readonly count: number; readonly cells: readonly CellPlace[] } {
  const cells: CellPlace[] = [];
  let opened = from;
  let begin = -1;
  let end = -1;
  let escaped = false;
  let first = true;
  for (let i = from; i < to; i++) {
    const c = text.charCodeAt(i);
    if (c === 124 && !escaped) {
      if (!first || begin >= 0) cells.push({ begin, end, opened, closed: i });
      first = false;
      opened = i + 1;
      begin = end = -1;
    } else if (escaped || c !== 32) {
      if (begin < 0) begin = i;
      end = i + 1;
    }
    escaped = !escaped && c === 92;
  }
  if (begin >= 0) cells.push({ begin, end, opened, closed: to });
  return { count: cells.length, cells };
}
