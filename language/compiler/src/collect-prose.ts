/** Finds the parts of the document that nothing enforces. They are kept as documentation. */
import type { Block, Layout, Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";

/** `enforced`: spans in the sources, in order. */
export function collectProse(tree: Tree, layout: Layout, enforced: readonly Span[]): Span[] {
  const isEnforced = touching(enforced);
  const prose: Span[] = [];
  const look = (span: Span): void => {
    if (span.to <= span.from) return;
    const now = layout.at(span);
    if (!isEnforced(now)) prose.push(now);
  };
  const lookIn = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      if (block.kind === "table") for (const row of block.rows) look(row.span);
      else look("span" in block ? block.span : block.words.span);
    }
  };
  lookIn(tree.opening);
  for (const point of tree.points) for (const { blocks } of [point, ...point.sections]) lookIn(blocks);
  return prose;
}

/** A function that tells whether a span overlaps one of the sorted ones. */
function touching(sorted: readonly Span[]): (span: Span) => boolean {
  // The greatest end so far within the file, so that one binary search is enough.
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
