/** The result of a check. Product, tree and prose are computed when they are first read, so that reading only the diagnostics stays fast. */
import type { NotShown, Product } from "@nonet/model";
import type { Layout, ReadTree, Tree } from "@nonet/notation";
import type { Diagnostic, Span } from "@nonet/source";
import { collectProse } from "./collect-prose.ts";
import { placed } from "./text/spans.ts";

export interface Compiled {
  readonly product: Product;
  readonly diagnostics: readonly Diagnostic[];
  readonly open: readonly NotShown[];
  /** The parts of the document that nothing enforces. */
  readonly prose: readonly Span[];
  /** Of these parts, those at places that are wanted: offsets in the sources. */
  readonly proseAt: (isWanted: (file: number, from: number, to: number) => boolean) => readonly Span[];
  /** Whether a statement that is enforced has a part between two offsets of a file. */
  readonly readsAt: (file: number, from: number, to: number) => boolean;
  /** The number of statements that are enforced. */
  readonly enforced: number;
  /** The number of statements that were recognized: enforced, refused, and not shown. */
  readonly elements: number;
  readonly tree: Tree;
  readonly unplaced: Unplaced;
}

/**
 * Product and tree with the spans that the tree reader gave them, and the layout that maps these to the sources. What
 * hasn't changed since the last check of the same checker is the same object here, even if the text has moved.
 */
export interface Unplaced {
  readonly product: Product;
  readonly tree: Tree;
  readonly layout: Layout;
}

/** `product` and `enforced` with their spans as the tree has them; the result has them as the sources have them. */
export function compiledOf({ tree, layout }: ReadTree, product: Product, enforced: readonly Span[], diagnostics: readonly Diagnostic[]): Compiled {
  const open = placed(product.notShown, layout);
  const productOnce = lazily(() => placed(product, layout));
  const treeOnce = lazily(() => placed(tree, layout));
  const enforcedOnce = lazily(() => inSources(enforced, layout));
  const proseOnce = lazily(() => collectProse(tree, layout, enforced));
  return {
    diagnostics,
    open,
    unplaced: { product, tree, layout },
    get product() {
      return productOnce();
    },
    get tree() {
      return treeOnce();
    },
    get prose() {
      return proseOnce();
    },
    proseAt: (isWanted) => collectProse(tree, layout, enforced, isWanted),
    readsAt: (file, from, to) => enforcedOnce().some((one) => one.file === file && one.from <= to && one.to >= from),
    get enforced() {
      return enforcedOnce().length;
    },
    get elements() {
      return enforcedOnce().length + diagnostics.filter((d) => d.severity === "error").length + open.length;
    },
  };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** The spans as the sources have them: in order, each once. */
function inSources(spans: readonly Span[], layout: Layout): Span[] {
  const sorted = spans.map(layout.at).sort((a, b) => a.file - b.file || a.from - b.from || a.to - b.to);
  return sorted.filter((span, i) => {
    const before = sorted[i - 1];
    return !before || before.from !== span.from || before.to !== span.to || before.file !== span.file;
  });
}
