/** What can be folded: points, sections and examples, as ranges of offsets. */
import { symbolsOf, type OutlineSymbol } from "./symbols.ts";
import type { CheckedDocument } from "../document/checked-document.ts";

export interface Fold {
  readonly from: number;
  readonly to: number;
}

export function foldsOf(document: CheckedDocument, file: number): readonly Fold[] {
  const text = document.sources[file]?.text ?? "";
  const folds: Fold[] = [];
  const add = ({ kind, span, children }: OutlineSymbol): void => {
    if (kind === "point" || kind === "section" || kind === "example") folds.push({ from: span.from, to: endOfText(text, span.from, span.to) });
    children.forEach(add);
  };
  symbolsOf(document, file).forEach(add);
  return folds.filter(({ from, to }) => text.slice(from, to).includes("\n"));
}

/** Without the blank lines at its end. */
const endOfText = (text: string, from: number, to: number): number => from + text.slice(from, to).trimEnd().length;
