/**
 * Splits a text before each `## …` and `### …` into pieces that can be parsed independently.
 *
 * A heading at the start of a line ends every paragraph, list and table. Only code fences and HTML can continue after it:
 * a piece that ends in one is parsed together with the next (see piece.ts).
 */
export interface PieceRange {
  readonly from: number;
  readonly to: number;
}

/** The pieces, in order and without gaps; a single one for an empty text. A heading `### Example: …` is content, so it doesn't start a piece. */
export function splitPieces(text: string): PieceRange[] {
  const ranges: PieceRange[] = [];
  let from = 0;
  for (let at = text.indexOf("\n##"); at >= 0; at = text.indexOf("\n##", at + 1)) {
    if (!beginsPiece(text, at + 1)) continue;
    ranges.push({ from, to: at + 1 });
    from = at + 1;
  }
  ranges.push({ from, to: text.length });
  return ranges;
}

function beginsPiece(text: string, at: number): boolean {
  const marks = text.startsWith("###", at) ? 3 : 2;
  if (text[at + marks] !== " ") return false;
  return marks === 2 || !/^\s*\**example/i.test(text.slice(at + 3, at + 30));
}
