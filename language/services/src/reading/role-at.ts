/** The role that a line is about: the first one that it names. */
import type { CheckedDocument } from "../document/checked-document.ts";
import { occurrencesAround } from "../names/occurrences.ts";
import { lineSpan } from "./elements.ts";

export function roleAt(document: CheckedDocument, file: number, offset: number): string | null {
  const line = lineSpan(document, file, offset);
  const isHere = (from: number): boolean => from >= line.from && from <= line.to;
  const { all } = occurrencesAround(document, file, offset);
  return all.find(({ thing, span }) => thing.kind === "role" && span.file === file && isHere(span.from))?.thing.name ?? null;
}
