/** The current offsets of many spans of a document, computed once. */
import type { Layout } from "@nonet/notation";
import type { Span } from "@nonet/source";

/** Of `parts[i]`: its offsets in its file. */
export interface PlacedSpans<T> {
  readonly parts: readonly T[];
  readonly file: (at: number) => number;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

export function placedSpans<T>(parts: readonly T[], spanOf: (part: T) => Span, layout: Layout): PlacedSpans<T> {
  const from = new Float64Array(parts.length);
  const to = new Float64Array(parts.length);
  for (let i = 0; i < parts.length; i++) {
    const span = spanOf(parts[i]!);
    from[i] = layout.from(span);
    to[i] = layout.to(span);
  }
  return { parts, file: (at) => spanOf(parts[at]!).file, from, to };
}
