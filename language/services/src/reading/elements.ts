/** The elements of a document with their sentences, by their places. */
import { placed, type Sentence, sentenceParts } from "@nonet/compiler";
import type { Span } from "@nonet/source";
import { type CheckedDocument, oncePer } from "../document/checked-document.ts";

interface Element {
  readonly what: string;
  readonly sentence: string;
  readonly span: Span;
}

const partsOf = oncePer(({ compiled: { unplaced } }: CheckedDocument) => sentenceParts(unplaced.product, (span) => unplaced.layout.text(span).replaceAll("`", "").trim()));

/** The elements that a line states, in order. */
export function elementsIn(document: CheckedDocument, line: Span): readonly Element[] {
  const { product, layout } = document.compiled.unplaced;
  const { before, grants, other, calls, after } = partsOf(document);
  const begins = (span: Span | null): boolean => {
    if (span?.file !== line.file) return false;
    const from = layout.from(span);
    return from >= line.from && from <= line.to;
  };
  const granted = grants(product.permissions.grants.filter(({ source }) => begins(source)));
  const here = (list: readonly Sentence[]): readonly Sentence[] => list.filter(({ span }) => begins(span)).map((one) => placed(one, layout));
  const around = product.calls.filter(({ source }) => source.file === line.file && layout.from(source) <= line.to && layout.to(source) >= line.from);
  const ofCalls = calls(placed(around, layout), document.sources).filter(({ span }) => span?.file === line.file && span.from >= line.from && span.from <= line.to);
  const found = [...here(before), ...here(granted), ...here(other), ...ofCalls, ...here(after)];
  return found.filter((one): one is Element => one.span !== null).sort((a, b) => a.span.from - b.span.from);
}

/** The line of a file around an offset. */
export function lineSpan(document: Pick<CheckedDocument, "sources">, file: number, offset: number): Span {
  const text = document.sources[file]?.text ?? "";
  const end = text.indexOf("\n", offset);
  return { file, from: text.lastIndexOf("\n", offset - 1) + 1, to: end < 0 ? text.length : end };
}
