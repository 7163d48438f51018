/** Finds the parts of the document that nothing enforces. They are kept as documentation. */
import type { Block, Layout, Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";

type IsWanted = (file: number, from: number, to: number) => boolean;

/** At places that are wanted, in order. `enforced`: as the tree has them. */
export function collectProse(tree: Tree, layout: Layout, enforced: readonly Span[], isWanted: IsWanted | null = null): Span[] {
  const wanted = spansOf(tree).flatMap((span): Span[] => {
    if (span.to <= span.from) return [];
    if (!isWanted) return [layout.at(span)];
    const from = layout.from(span);
    const to = layout.to(span);
    return isWanted(span.file, from, to) ? [{ file: span.file, from, to }] : [];
  });
  const isNear = isWanted && touching([...wanted].sort(inOrder));
  const near: Span[] = [];
  for (const span of enforced) {
    const from = layout.from(span);
    const to = layout.to(span);
    if (!isNear || isNear(span.file, from, to)) near.push({ file: span.file, from, to });
  }
  const isEnforced = touching(near.sort(inOrder));
  return wanted.filter(({ file, from, to }) => !isEnforced(file, from, to));
}

/** The places of all blocks; of tables, those of their rows. */
function spansOf(tree: Tree): readonly Span[] {
  const spans: Span[] = [];
  const add = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      if (block.kind === "table") for (const row of block.rows) spans.push(row.span);
      else spans.push("span" in block ? block.span : block.words.span);
    }
  };
  add(tree.opening);
  for (const point of tree.points) for (const { blocks } of [point, ...point.sections]) add(blocks);
  return spans;
}

const inOrder = (a: Span, b: Span): number => a.file - b.file || a.from - b.from || a.to - b.to;

/** A function that tells whether a place overlaps one of the sorted ones. */
function touching(sorted: readonly Span[]): IsWanted {
  // The greatest end so far within the file, so that one binary search is enough.
  const reach: number[] = [];
  sorted.forEach((one, i) => reach.push(i > 0 && sorted[i - 1]!.file === one.file ? Math.max(reach[i - 1]!, one.to) : one.to));
  return (file, from, to) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const one = sorted[middle]!;
      if (one.file < file || (one.file === file && one.from < to)) low = middle + 1;
      else high = middle;
    }
    return low > 0 && sorted[low - 1]!.file === file && reach[low - 1]! > from;
  };
}
