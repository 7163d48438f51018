/** Finds the parts of the document that nothing enforces: they are kept and shown as documentation. */
import type { Block, Layout, Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";

export function collectProse(tree: Tree, layout: Layout, enforced: readonly Span[]): Span[] {
  const isEnforced = touching(layout.moved ? enforced.map(layout.at) : enforced);
  const blocks: readonly Block[] = [...tree.opening, ...tree.points.flatMap((point) => [...point.blocks, ...point.sections.flatMap((section) => section.blocks)])];
  return blocks
    .flatMap(spansOf)
    .map(layout.at)
    .filter((span) => span.to > span.from && !isEnforced(span));
}

function spansOf(block: Block): Span[] {
  switch (block.kind) {
    case "paragraph":
    case "other":
      return [block.words.span];
    case "table":
      return block.rows.map((row) => row.span);
    case "bullet":
    case "example":
      return [block.span];
  }
}

/** Whether a span has something in common with one of those. */
function touching(spans: readonly Span[]): (span: Span) => boolean {
  const sorted = [...spans].sort((a, b) => a.file - b.file || a.from - b.from);
  // How far those up to here reach within their file: with it one search tells.
  const reach: number[] = [];
  sorted.forEach((one, i) => reach.push(i > 0 && sorted[i - 1]!.file === one.file ? Math.max(reach[i - 1]!, one.to) : one.to));
  return (span) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const one = sorted[middle]!;
      if (one.file < span.file || (one.file === span.file && one.from < span.to)) low = middle + 1;
      else high = middle;
    }
    return low > 0 && sorted[low - 1]!.file === span.file && reach[low - 1]! > span.from;
  };
}
