/** Applies edits to sources: each replaces a span with a text. */
import type { Sources, Span } from "@nonet/source";

export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** The sources with the edits applied. If two edits overlap, only the first one is. */
export function applyEdits(sources: Sources, edits: readonly Edit[]): Sources {
  return sources.map((source, file) => {
    const fileEdits = edits.filter((edit) => edit.span.file === file).sort((a, b) => a.span.from - b.span.from || a.span.to - b.span.to);
    let text = "";
    let at = 0;
    for (const { span, text: replacement } of fileEdits) {
      if (span.from < at && !(span.from === span.to && span.from === at)) continue;
      text += source.text.slice(at, span.from) + replacement;
      at = span.to;
    }
    return { name: source.name, text: text + source.text.slice(at) };
  });
}
