/** The place of a diagnostic in the text as written: its line, and the value, cell and list item around it. */
import { scanTop } from "@nonet/notation";
import type { Diagnostic, Fix, Sources, Span } from "@nonet/source";

export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Spot {
  readonly diagnostic: Diagnostic;
  readonly file: number;
  readonly text: string;
  /** The words of the diagnostic. */
  readonly words: string;
  readonly at: Range;
  /** The line on which the words begin, without its line break. */
  readonly line: Range;
  readonly kind: "row" | "bullet" | "heading" | "text";
}

export function spotOf(sources: Sources, diagnostic: Diagnostic): Spot | null {
  const { file, from, to } = diagnostic.span;
  const text = sources[file]?.text;
  if (text === undefined) return null;
  const line = lineAt(text, from);
  return { diagnostic, file, text, words: text.slice(from, to), at: { from, to }, line, kind: kindOf(text.slice(line.from, line.to)) };
}

export function lineAt(text: string, offset: number): Range {
  const end = text.indexOf("\n", offset);
  return { from: text.lastIndexOf("\n", offset - 1) + 1, to: end < 0 ? text.length : end };
}

const kindOf = (line: string): Spot["kind"] => (/^\s*\|/.test(line) ? "row" : /^\s*(?:[-*+]|\d+[.)])\s/.test(line) ? "bullet" : /^#+\s/.test(line) ? "heading" : "text");

export const lineText = ({ text, line }: Spot): string => text.slice(line.from, line.to);

/** The value of a bullet or labelled line, behind its colon or `=`; the whole line without its mark if it has no label. */
export function valueAt(spot: Spot): Range {
  const line = lineText(spot);
  const mark = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?/.exec(line)![0].length;
  let start = mark;
  scanTop(line.slice(mark), (at) => {
    const isEnd = /^:\**(?=\s|$)/.exec(line.slice(mark + at));
    if (isEnd) start = mark + at + isEnd[0].length;
    return isEnd !== null;
  });
  return trimmed(spot.text, { from: spot.line.from + start, to: spot.line.to });
}

/** The cells of a row, trimmed. */
export function cellsAt(text: string, line: Range): Range[] {
  const bars = [...text.slice(line.from, line.to).matchAll(/(?<!\\)\|/g)].map((match) => line.from + match.index);
  return bars.slice(0, -1).map((bar, i) => trimmed(text, { from: bar + 1, to: bars[i + 1]! }));
}

export function cellIndex(spot: Spot): number {
  return cellsAt(spot.text, spot.line).findIndex(({ from, to }) => from <= spot.at.from && spot.at.to <= to);
}

/** The cell or value that contains the words; null if they are wider. */
export function containerAt(spot: Spot): Range | null {
  if (spot.kind === "row") return cellsAt(spot.text, spot.line)[cellIndex(spot)] ?? null;
  const value = valueAt(spot);
  return value.from <= spot.at.from && spot.at.to <= value.to ? value : null;
}

/** The item of a list around the words, and the list: in parentheses if they are in some, else the cell or value. */
export function itemAt(spot: Spot): { readonly items: readonly Range[]; readonly index: number } | null {
  const container = containerAt(spot);
  if (!container) return null;
  const list = parenthesesAround(spot, container) ?? container;
  const inside = spot.text.slice(list.from, list.to);
  const hasSemicolons = separatorsOf(inside, ";").length > 0;
  const ends = separatorsOf(inside, hasSemicolons && list === container ? ";" : ",");
  const items = [...ends, inside.length].map((end, i) => trimmed(spot.text, { from: list.from + (i === 0 ? 0 : ends[i - 1]! + 1), to: list.from + end }));
  const index = items.findIndex(({ from, to }) => from <= spot.at.from && spot.at.to <= to);
  return index < 0 ? null : { items, index };
}

function separatorsOf(text: string, separator: string): number[] {
  const found: number[] = [];
  scanTop(text, (at) => {
    if (text[at] === separator && !(/\d/.test(text[at - 1] ?? "") && /^\d{3}(?!\d)/.test(text.slice(at + 1, at + 5)))) found.push(at);
  });
  return found;
}

/** The text between the innermost parentheses around the words that aren't in backticks. */
function parenthesesAround({ text, at }: Spot, within: Range): Range | null {
  const opened: number[] = [];
  let isCode = false;
  for (let i = within.from; i < at.from; i++) {
    if (text[i] === "`") isCode = !isCode;
    else if (!isCode && text[i] === "(") opened.push(i);
    else if (!isCode && text[i] === ")") opened.pop();
  }
  const open = opened.at(-1);
  const close = text.indexOf(")", at.to);
  return isCode || open === undefined || close < 0 || close > within.to ? null : { from: open + 1, to: close };
}

function trimmed(text: string, { from, to }: Range): Range {
  while (from < to && /\s/.test(text[from]!)) from++;
  while (to > from && /\s/.test(text[to - 1]!)) to--;
  return { from, to };
}

export const spanIn = ({ file }: Spot, { from, to }: Range): Span => ({ file, from, to });

/** A fix of a single edit. */
export const replace = (spot: Spot, range: Range, text: string, title: string): Fix => ({ title, edits: [{ span: spanIn(spot, range), text }] });
