/** The elements of a document with their sentences, by their places. */
import { type Sentence, sentenceParts } from "@nonet/compiler";
import type { Grant } from "@nonet/model";
import type { Span } from "@nonet/source";
import { type CheckedDocument, oncePer } from "../document/checked-document.ts";

interface Element {
  readonly what: string;
  readonly sentence: string;
  readonly span: Span;
}

interface ElementsOfFile {
  readonly before: readonly Element[];
  /** Their sentences are made for the lines that are asked for. */
  readonly grants: readonly Grant[];
  readonly say: (grants: readonly Grant[]) => readonly Sentence[];
  readonly after: readonly Element[];
}

const elementsOf: (document: CheckedDocument) => ElementsOfFile = oncePer(({ product }: CheckedDocument) => {
  const { before, grants, after } = sentenceParts(product);
  const byPlace = <T>(list: readonly T[], span: (one: T) => Span): readonly T[] => [...list].sort((a, b) => inOrder(span(a), span(b)));
  const placed = (list: readonly Sentence[]): readonly Element[] =>
    byPlace(
      list.filter((one): one is Element => one.span !== null),
      (one) => one.span,
    );
  return { before: placed(before), grants: byPlace(product.permissions.grants, ({ source }) => source), say: grants, after: placed(after) };
});

const inOrder = (a: Span, b: Span): number => a.file - b.file || a.from - b.from;

/** The elements that a line states, in order. */
export function elementsIn(document: CheckedDocument, line: Span): readonly Element[] {
  const { before, grants, say, after } = elementsOf(document);
  const granted = say(within(grants, line, ({ source }) => source)).filter((one): one is Element => one.span !== null);
  return [...within(before, line, ({ span }) => span), ...granted, ...within(after, line, ({ span }) => span)].sort((a, b) => inOrder(a.span, b.span));
}

/** What begins in a line, of a list in order. */
function within<T>(all: readonly T[], { file, from, to }: Span, spanOf: (one: T) => Span): readonly T[] {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spanOf(all[middle]!);
    if (span.file < file || (span.file === file && span.from < from)) low = middle + 1;
    else high = middle;
  }
  const found: T[] = [];
  for (let at = low; at < all.length && spanOf(all[at]!).file === file && spanOf(all[at]!).from <= to; at++) found.push(all[at]!);
  return found;
}

/** The line of a file around an offset. */
export function lineSpan(document: Pick<CheckedDocument, "sources">, file: number, offset: number): Span {
  const text = document.sources[file]?.text ?? "";
  const end = text.indexOf("\n", offset);
  return { file, from: text.lastIndexOf("\n", offset - 1) + 1, to: end < 0 ? text.length : end };
}
