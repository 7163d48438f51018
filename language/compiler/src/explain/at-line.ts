/** The sentences about one line of the document. */
import type { Span } from "@nonet/source";
import type { Sentence } from "./sentence.ts";

/** What begins on the line; if nothing does, the smallest that reaches over it. */
export function sentencesAt(all: readonly Sentence[], line: Span): readonly Sentence[] {
  const there = all.flatMap((one) => (one.span && one.span.file === line.file && one.span.from <= line.to && one.span.to >= line.from ? [{ one, span: one.span }] : []));
  const beginning = there.filter(({ span }) => span.from >= line.from);
  const smallest = Math.min(...there.map(({ span }) => span.to - span.from));
  return (beginning.length > 0 ? beginning : there.filter(({ span }) => span.to - span.from === smallest)).map(({ one }) => one);
}

/** The place of a line by its number, from 1; null if the text has fewer. */
export function lineAt(text: string, file: number, number: number): Span | null {
  const lines = text.split("\n");
  if (number < 1 || number > lines.length) return null;
  const from = lines.slice(0, number - 1).reduce((sum, { length }) => sum + length + 1, 0);
  return { file, from, to: from + lines[number - 1]!.length };
}
