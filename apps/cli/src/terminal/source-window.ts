/** The part of a long line around a range, so that the words and their caret fit on a line of the terminal. */

export interface SourceWindow {
  readonly text: string;
  /** The range within the text. */
  readonly from: number;
  readonly to: number;
}

/** The width at which most terminals break a line, less the line number. */
const width = 110;

/** Characters shown before the range, so that a reader sees what it is part of. */
const lead = 40;

/** The line itself if it is short. What is cut off is marked with `…`, and cuts are at blanks where some are near. */
export function sourceWindow(line: string, from: number, to: number): SourceWindow {
  if (line.length <= width) return { text: line, from, to };
  const start = from <= lead ? 0 : afterBlank(line, Math.min(from - lead, Math.max(0, line.length - width)));
  const end = start + width >= line.length ? line.length : beforeBlank(line, start + width);
  const [head, tail] = [start > 0 ? "… " : "", end < line.length ? " …" : ""];
  return { text: `${head}${line.slice(start, end)}${tail}`, from: from - start + head.length, to: Math.min(to, end) - start + head.length };
}

function afterBlank(line: string, at: number): number {
  const blank = line.indexOf(" ", at);
  return blank >= 0 && blank - at < 15 ? blank + 1 : at;
}

function beforeBlank(line: string, at: number): number {
  const blank = line.lastIndexOf(" ", at);
  return at - blank < 15 ? blank : at;
}
