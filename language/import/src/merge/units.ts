/**
 * Splits an imported document into units, each with a key that stays the same from one import to the next: the mark of a
 * statement, or the place of a heading or table header.
 */

export interface Unit {
  /** null for what a person has written: it is left alone. */
  readonly key: string | null;
  /** The key of the heading above it; null above the first one. */
  readonly parent: string | null;
  readonly lines: readonly string[];
  /** How many blank lines stand before it. */
  readonly gap: number;
}

const mark = /<!-- ((?:(?!-->|;).)+?)(?:;(?:(?!-->).)*)? -->(?: \|)?\s*$/;

/** The first source of a marked line; the others may come and go. */
export const markIn = (line: string): string | null => (line.startsWith("<!--") ? (/^<!-- (hint .*?): /.exec(line)?.[1] ?? null) : (mark.exec(line)?.[1]?.trim() ?? null));

export function unitsOf(text: string): readonly Unit[] {
  const lines = text.replace(/\r\n/g, "\n").replace(/\n+$/, "").split("\n");
  const units: Unit[] = [];
  let point = "";
  let parent: string | null = null;
  let gap = 0;
  for (let i = 0; i < lines.length;) {
    const line = lines[i]!;
    if (line.trim() === "") {
      gap++;
      i++;
      continue;
    }
    const number = /^##\s+(\d)/.exec(line)?.[1];
    if (number !== undefined) point = number;
    const key = keyOf(line, lines[i + 1] ?? "", point, number);
    const end = endOf(lines, i, key);
    if (number !== undefined) parent = null;
    units.push({ key, parent, lines: lines.slice(i, end), gap });
    if (key !== null && line.startsWith("##")) parent = key;
    // A section of a person's own: what follows belongs to it.
    if (key === null && /^###\s/.test(line)) parent = `own ${line}`;
    gap = 0;
    i = end;
  }
  return units;
}

function keyOf(line: string, next: string, point: string, number: string | undefined): string | null {
  if (number !== undefined) return `point ${number}`;
  if (line.startsWith("# ")) return "title";
  if (line.startsWith("<!-- Imported from ")) return "origin";
  if (/^\|[-:| ]+\|\s*$/.test(next) && line.startsWith("|")) return `table ${point}`;
  if (/^not shown\.?$/i.test(line.trim())) return `not shown ${point}`;
  const source = markIn(line);
  return source === null ? null : source;
}

/** A quotation goes on below its marked line, as does what is indented below a bullet; a table header has its rule. */
function endOf(lines: readonly string[], from: number, key: string | null): number {
  let end = from + 1;
  if (key?.startsWith("table ")) return end + 1;
  const isQuoted = lines[from]!.startsWith(">");
  while (end < lines.length && (isQuoted ? lines[end]!.startsWith(">") && markIn(lines[end]!) === null : /^\s+\S/.test(lines[end]!))) end++;
  return end;
}
