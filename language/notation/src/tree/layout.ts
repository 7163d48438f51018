/**
 * Maps the spans of a tree to their current positions in the sources.
 *
 * Parts that a reader reuses from an earlier version keep their spans, even if the text has moved since. Parts that it
 * reads again get offsets that no earlier part had. So a span identifies a text, and the layout tells where that text is
 * now. In a tree that was read for the first time, every span is its own position.
 */
import type { Sources, Span } from "@nonet/source";

/** A run of text in one file: `spanOffset` is its offset in spans, `offset` its current offset in the file. */
export interface TextRun {
  readonly file: number;
  readonly spanOffset: number;
  readonly offset: number;
  readonly length: number;
}

export interface Layout {
  /** False if every span is its own position. */
  readonly moved: boolean;
  /** The current position of the span. */
  at(span: Span): Span;
  /** The current offsets of its start and end, without creating an object. */
  from(span: Span): number;
  to(span: Span): number;
  /** The text at its current position. */
  text(span: Span): string;
  /** The offset in spans that stands for the end of a file. */
  end(file: number): number;
}

export function layoutOf(sources: Sources, runs: readonly TextRun[]): Layout {
  const moved = runs.some((one) => one.spanOffset !== one.offset);
  const find = moved ? runFinder(sources.length, runs) : null;
  const place = (file: number, offset: number): number => {
    const run = find?.(file, offset);
    return run ? offset - run.spanOffset + run.offset : offset;
  };
  // A span without a position, such as that of a missing point, is shown at the start of the file.
  const from = (span: Span): number => (span.to === 0 ? 0 : place(span.file, span.from));
  // An end belongs to the text before it, even if another run starts there.
  const to = (span: Span): number => (span.to === span.from ? from(span) : place(span.file, span.to - 1) + 1);
  return {
    moved,
    at: (span) => (moved ? { file: span.file, from: from(span), to: to(span) } : span),
    from,
    to,
    text: (span) => sources[span.file]?.text.slice(from(span), to(span)) ?? "",
    end(file) {
      const last = runs.findLast((one) => one.file === file && one.offset + one.length === sources[file]!.text.length);
      return last ? last.spanOffset + last.length : 0;
    },
  };
}

/** Returns a function that finds the run with an offset: the last one that starts at or before it. */
function runFinder(files: number, runs: readonly TextRun[]): (file: number, offset: number) => TextRun | undefined {
  const byFile = Array.from({ length: files }, (_, file) => runs.filter((one) => one.file === file).sort((a, b) => a.spanOffset - b.spanOffset));
  const starts = byFile.map((sorted) => Float64Array.from(sorted, (one) => one.spanOffset));
  // Most questions are about the run of the question before.
  let lastFile = -1;
  let lastAt = -1;
  let from = 0;
  let to = 0;
  return (file, offset) => {
    if (file !== lastFile || offset < from || offset >= to) {
      const sorted = starts[file];
      if (!sorted) return undefined;
      let low = -1;
      let high = sorted.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (sorted[middle]! <= offset) low = middle;
        else high = middle - 1;
      }
      lastFile = file;
      lastAt = low;
      from = low < 0 ? Number.NEGATIVE_INFINITY : sorted[low]!;
      to = sorted[low + 1] ?? Number.POSITIVE_INFINITY;
    }
    return byFile[file]![lastAt];
  };
}
