/**
 * The place of a cursor, read from the lines around it.
 *
 * It doesn't use the tree: a line that is being typed is rarely a whole statement, and a tree would show it as prose.
 */
import { canonicalHeader, type PointNumber, pointOfHeading } from "@nonet/notation";
import { fold } from "@nonet/feel";
import { oncePer } from "./checked-document.ts";

export interface LineContext {
  /** null above the first point. */
  readonly point: PointNumber | null;
  /** The heading of the section, without notes in parentheses; null above the first one. */
  readonly section: string | null;
  /** The offset of the line's start. */
  readonly lineFrom: number;
  /** The line up to the cursor. */
  readonly before: string;
  /** The line from the cursor on. */
  readonly after: string;
  readonly form: LineForm;
}

export type LineForm =
  | { readonly kind: "heading"; readonly depth: number; readonly text: string }
  /** `text`: the cell up to the cursor; `header`: of its column, "" for one without; `row`: the cells before it. */
  | { readonly kind: "cell"; readonly text: string; readonly header: string; readonly headers: readonly string[]; readonly row: readonly string[] }
  /** `label`: before the first colon, null while it is being typed; `text`: what stands after it, or else after the bullet, up to the cursor. */
  | { readonly kind: "bullet"; readonly label: string | null; readonly text: string; readonly depth: number }
  /** A step of an example; `text` is what follows the bullet, up to the cursor. */
  | { readonly kind: "step"; readonly text: string }
  | { readonly kind: "text"; readonly text: string };

/** The starts of the lines of a text. */
export const linesOf: (of: { readonly text: string }) => readonly number[] = oncePer(({ text }) => {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
});

export function lineContext(source: { readonly text: string }, offset: number): LineContext {
  const { text } = source;
  const starts = linesOf(source);
  const at = lineAt(starts, offset);
  const lineFrom = starts[at]!;
  const line = (i: number): string => text.slice(starts[i], (starts[i + 1] ?? text.length + 1) - 1).replace(/\r$/, "");
  const before = text.slice(lineFrom, offset);
  const whole = line(at);
  const { point, section } = headingsAbove(line, at);
  return { point, section, lineFrom, before, after: whole.slice(before.length), form: formOf(line, at, before) };
}

/** The index of the line that holds the offset. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function headingsAbove(line: (at: number) => string, from: number): { readonly point: PointNumber | null; readonly section: string | null } {
  let section: string | null = null;
  for (let at = from; at >= 0; at--) {
    const heading = /^ {0,3}(#{1,3})\s+(.*?)\s*#*$/.exec(line(at));
    if (!heading) continue;
    if (heading[1]!.length === 3) section ??= at === from ? null : heading[2]!.replace(/\s*\([^()]*\)$/, "").trim();
    else if (heading[1]!.length === 2) {
      const point = pointOfHeading(heading[2]!);
      if (point && at !== from) return { point: point.number, section };
      if (at !== from) section = null;
    }
  }
  return { point: null, section };
}

function formOf(line: (at: number) => string, at: number, before: string): LineForm {
  const heading = /^ {0,3}(#{1,6})\s*(.*)$/.exec(before);
  if (heading) return { kind: "heading", depth: heading[1]!.length, text: heading[2]! };
  if (/^\s*\|/.test(before)) return cellOf(line, at, before);
  const bullet = /^(\s*)(?:[-*+]|\d+[.)])\s+(.*)$/s.exec(before);
  if (!bullet)
    return isStep(line, at) && /^\s*(?:given|when|then|and|but|it)\b/i.test(before) ? { kind: "step", text: before.trimStart() } : labelled(before.trimStart(), 0, false);
  if (isStep(line, at)) return { kind: "step", text: bullet[2]! };
  return labelled(bullet[2]!, bullet[1]!.length, true);
}

function labelled(text: string, depth: number, isBullet: boolean): LineForm {
  const parted = /^(\*{0,2}[^:`|]{1,60}?\*{0,2})\s*:\s(.*)$/s.exec(text);
  if (parted && (isBullet || /^\p{Lu}/u.test(text))) return { kind: "bullet", label: parted[1]!.replaceAll("*", "").trim(), text: parted[2]!, depth };
  return isBullet ? { kind: "bullet", label: null, text, depth } : { kind: "text", text };
}

/** The cells of a line up to the cursor; bars in backticks or after a backslash don't separate. */
export function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  let cell = "";
  for (let i = 0; i < line.length; i++) {
    if (line[i] === "\\") cell += line[i]! + (line[++i] ?? "");
    else if (line[i] === "|") {
      cells.push(cell);
      cell = "";
    } else cell += line[i];
  }
  return [...cells, cell].slice(/^\s*\|/.test(line) ? 1 : 0);
}

function cellOf(line: (at: number) => string, at: number, before: string): LineForm {
  let top = at;
  while (top > 0 && /^\s*\|/.test(line(top - 1))) top--;
  const headers = cellsOf(line(top))
    .map((one) => one.trim())
    .slice(0, -1);
  const cells = cellsOf(before);
  const position = cells.length - 1;
  return { kind: "cell", text: cells[position]!.trimStart(), header: top === at ? "" : (headers[position] ?? ""), headers, row: cells.slice(0, -1).map((one) => one.trim()) };
}

/** Whether the line stands in the list below `Example: …`. */
function isStep(line: (at: number) => string, from: number): boolean {
  for (let at = from - 1; at >= 0; at--) {
    const text = line(at);
    if (/^\W*example\s*:/i.test(text)) return true;
    if (/^\s*(?:[-*+]|\d+[.)])\s/.test(text) || /^\s+\S/.test(text) || /^(?:given|when|then|and|but)\b/i.test(text)) continue;
    if (text.trim() === "" && at === from - 1) continue;
    return false;
  }
  return false;
}

/** The canonical name of a column, by its header. */
export const columnCalled = (header: string, names: readonly string[]): string | undefined => canonicalHeader(header, names, new Set([fold(header)]));
