/**
 * Where in the sources a tree's spans stand now.
 *
 * What a reader keeps from an earlier text keeps its spans too, though it may have moved since; what it reads anew gets
 * places that nothing had before. So a span says which text it belongs to, and the layout says where that text is now.
 * Of a tree that was read for the first time nothing has moved, and each span stands where it says.
 */
import type { Sources, Span } from "@nonet/source";

/** A stretch of one file: `kept` is where its spans say that it begins, `now` where it does. */
export interface TextRun {
  readonly file: number;
  readonly spanOffset: number;
  readonly offset: number;
  readonly length: number;
}

export interface Layout {
  /** False where every span stands where it says. */
  readonly moved: boolean;
  /** Where the span stands in the sources. */
  at(span: Span): Span;
  /** Where it begins and ends in its file, without making anything. */
  from(span: Span): number;
  to(span: Span): number;
  /** What the sources hold there. */
  text(span: Span): string;
  /** The offset, as spans have it, that stands for the end of a file. */
  end(file: number): number;
}

export function layoutOf(sources: Sources, runs: readonly TextRun[]): Layout {
  const moved = runs.some((one) => one.spanOffset !== one.offset);
  const find = moved ? runFinder(sources.length, runs) : null;
  const place = (file: number, offset: number): number => {
    const run = find?.(file, offset);
    return run ? offset - run.spanOffset + run.offset : offset;
  };
  // What stands nowhere, such as a point that is missing, is shown at the file's beginning, wherever that has moved.
  const from = (span: Span): number => (span.to === 0 ? 0 : place(span.file, span.from));
  // An end belongs to the text before it, though another may begin there.
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

/** The stretch that holds an offset: the one that begins last at or before it. */
function runFinder(files: number, runs: readonly TextRun[]): (file: number, offset: number) => TextRun | undefined {
  const byFile = Array.from({ length: files }, (_, file) => runs.filter((one) => one.file === file).sort((a, b) => a.spanOffset - b.spanOffset));
  return (file, offset) => {
    const sorted = byFile[file];
    if (!sorted) return undefined;
    let low = -1;
    let high = sorted.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (sorted[middle]!.spanOffset <= offset) low = middle;
      else high = middle - 1;
    }
    return sorted[low];
  };
}
