/** The edits that bring a file into its canonical form. */
import { type Edit, format } from "@nonet/notation";
import type { CheckedDocument } from "../document/checked-document.ts";
import { editsBetween } from "../renaming/rename-thing.ts";

export function formattingEdits({ sources, compiled }: CheckedDocument, file: number): readonly Edit[] {
  const text = format(compiled.tree, file);
  const after = sources.map((source, i) => (i === file ? { ...source, text } : source));
  return text === sources[file]?.text ? [] : editsBetween(sources, after);
}
