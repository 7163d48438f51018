/** Finds the parts of the document that nothing enforces. They are kept as documentation. */
import type { Block, Layout, Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";

type IsWanted = (file: number, from: number, to: number) => boolean;

/** At places that are wanted, in order. `enforced`: as the tree has them. */
export function collectProse(tree: Tree, layout: Layout, enforced: readonly Span[], isWanted: IsWanted | null = null): Span[] {
  const wanted = spansOf(tree).flatMap(({ span, heads }): Place[] => {
    if (span.to <= span.from) return [];
    const below = heads && layout.at(heads);
    if (!isWanted) return [{ ...layout.at(span), below }];
    const from = layout.from(span);
    const to = layout.to(span);
    return isWanted(span.file, from, to) ? [{ file: span.file, from, to, below }] : [];
  });
  const isNear = isWanted && touching(wanted.flatMap(({ below, ...span }) => (below ? [span, below] : [span])).sort(inOrder));
  const near: Span[] = [];
  for (const span of enforced) {
    const from = layout.from(span);
    const to = layout.to(span);
    if (!isNear || isNear(span.file, from, to)) near.push({ file: span.file, from, to });
  }
  const isEnforced = touching(near.sort(inOrder));
  return wanted
    .filter(({ file, from, to, below }) => !isEnforced(file, from, to) && !(below && isEnforced(below.file, below.from, below.to)))
    .map(({ file, from, to }) => ({ file, from, to }));
}

type Place = Span & { readonly below: Span | undefined };

/** `heads`: the first line below a label. */
interface Part {
  readonly span: Span;
  readonly heads?: Span;
}

/** The places of all blocks; of tables, those of their rows. */
function spansOf(tree: Tree): readonly Part[] {
  const spans: Part[] = [];
  const add = (blocks: readonly Block[]): void => {
    for (const [i, block] of blocks.entries()) {
      if (block.kind === "table") for (const { span } of block.rows) spans.push({ span });
      else {
        const heads = isLabel(block) ? headOf(blocks[i + 1]) : undefined;
        spans.push({ span: "span" in block ? block.span : block.words.span, ...(heads ? { heads } : {}) });
      }
    }
  };
  add(tree.opening);
  for (const point of tree.points) for (const { blocks } of [point, ...point.sections]) add(blocks);
  return spans;
}

/** `**Own**:`, `Rights:`: a label above a list or a table, which says what the lines below it are. */
const isLabel = (block: Block): boolean => block.kind === "paragraph" && /^\W{0,4}\p{L}[\p{L} ]{0,40}(?::\W{0,3}|\W{0,3}:)$/u.test(block.words.text);

const headOf = (block: Block | undefined): Span | undefined => (block?.kind === "table" ? block.rows[0]?.span : block?.kind === "bullet" ? block.span : undefined);

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
