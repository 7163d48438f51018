/** The text that is enforced rather than prose, line by line: the document page shows it upright. */
import type { Sources, Span } from "@nonet/source";

/** Returns ranges in order, none longer than its line, without blank ones. `prose` may be in any order. */
export function understoodRanges(sources: Sources, prose: readonly Span[]): Span[] {
  return sources.flatMap(({ text }, file) => {
    const apart = prose.filter((span) => span.file === file).sort((a, b) => a.from - b.from);
    const found: Span[] = [];
    let at = 0;
    for (const { from, to } of [...apart, { from: text.length, to: text.length }]) {
      if (from > at) found.push(...linesOf(text, file, at, from));
      at = Math.max(at, to);
    }
    return found;
  });
}

function linesOf(text: string, file: number, from: number, to: number): Span[] {
  return [...text.slice(from, to).matchAll(/[^\r\n]+/g)]
    .filter((line) => line[0].trim() !== "")
    .map((line) => ({ file, from: from + line.index, to: from + line.index + line[0].length }));
}
