/** The name at a place of the document. */
import type { CheckedDocument } from "../document/checked-document.ts";
import type { Reference } from "./expression-references.ts";
import { occurrencesAround } from "./occurrences.ts";

/** The reference that contains the offset; at its end it counts too, because a cursor stands behind the word that was typed. */
export function thingAt(document: CheckedDocument, file: number, offset: number): Reference | null {
  const { all } = occurrencesAround(document, file, offset);
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { span } = all[middle]!;
    if (span.file < file || (span.file === file && span.to < offset)) low = middle + 1;
    else high = middle;
  }
  for (const at of [low + 1, low]) {
    const one = all[at];
    if (one && one.span.file === file && one.span.from <= offset && offset <= one.span.to) return one;
  }
  return null;
}
