/** The elements of a document with their sentences, by their places. */
import type { Sentence } from "@nonet/compiler";
import type { Span } from "@nonet/source";
import { type CheckedDocument, oncePer } from "../document/checked-document.ts";

interface Element {
  readonly what: string;
  readonly sentence: string;
  readonly span: Span;
}

const elementsOf: (document: CheckedDocument) => readonly Element[] = oncePer((document: CheckedDocument) =>
  document.sentences.filter((one): one is Sentence & { span: Span } => one.span !== null).sort((a, b) => a.span.file - b.span.file || a.span.from - b.span.from),
);

/** The elements that a line states, in order. */
export function elementsIn(document: CheckedDocument, { file, from, to }: Span): readonly Element[] {
  const all = elementsOf(document);
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { span } = all[middle]!;
    if (span.file < file || (span.file === file && span.from < from)) low = middle + 1;
    else high = middle;
  }
  const found: Element[] = [];
  for (let at = low; at < all.length && all[at]!.span.file === file && all[at]!.span.from <= to; at++) found.push(all[at]!);
  return found;
}

/** The line of a file around an offset. */
export function lineSpan(document: Pick<CheckedDocument, "sources">, file: number, offset: number): Span {
  const text = document.sources[file]?.text ?? "";
  const end = text.indexOf("\n", offset);
  return { file, from: text.lastIndexOf("\n", offset - 1) + 1, to: end < 0 ? text.length : end };
}
