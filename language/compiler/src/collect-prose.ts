/** Finds the parts of the document that nothing enforces: they are kept and shown as documentation. */
import type { Block, Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";

export function collectProse(tree: Tree, enforced: readonly Span[]): Span[] {
  const isEnforced = (span: Span): boolean => enforced.some((one) => one.file === span.file && one.from < span.to && one.to > span.from);
  const blocks: readonly Block[] = [...tree.opening, ...tree.points.flatMap((point) => [...point.blocks, ...point.sections.flatMap((section) => section.blocks)])];
  return blocks.flatMap(spansOf).filter((span) => span.to > span.from && !isEnforced(span));
}

function spansOf(block: Block): Span[] {
  switch (block.kind) {
    case "paragraph": case "other": return [block.words.span];
    case "table": return block.rows.map((row) => row.span);
    case "bullet": case "example": return [block.span];
  }
}
