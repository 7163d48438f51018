/** The names of a file with their kinds, for coloring. */
import type { CheckedDocument } from "../document/checked-document.ts";
import { occurrencesIn } from "../names/occurrences.ts";
import type { ThingKind } from "../names/thing.ts";

export interface SemanticToken {
  readonly from: number;
  readonly to: number;
  readonly kind: ThingKind;
}

/** In order, none overlapping another, each on one line. */
export function semanticTokens(document: CheckedDocument, file: number): readonly SemanticToken[] {
  const text = document.sources[file]?.text ?? "";
  const tokens: SemanticToken[] = [];
  let end = 0;
  for (const { thing, span } of occurrencesIn(document).all) {
    if (span.file !== file || span.from < end || text.slice(span.from, span.to).includes("\n")) continue;
    tokens.push({ from: span.from, to: span.to, kind: thing.kind });
    end = span.to;
  }
  return tokens;
}
