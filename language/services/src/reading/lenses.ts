/** What stands above lines: an example can be run, and a definition says how many lines depend on it. */
import type { Span } from "@nonet/source";
import type { CheckedDocument } from "../document/checked-document.ts";
import { namesOf } from "../names/names.ts";
import { definitionsOf } from "./definition.ts";
import { occurrencesIn, referencesOf } from "../names/occurrences.ts";
import type { Thing } from "../names/thing.ts";
import { lineSpan } from "./elements.ts";

export type Lens =
  | { readonly kind: "example"; readonly span: Span; readonly title: string }
  | { readonly kind: "dependents"; readonly span: Span; readonly thing: Thing; /** The places that mention it outside its definition. */ readonly places: readonly Span[] };

/** The kinds of things whose definitions show what depends on them; for others, it would crowd the text. */
const counted: ReadonlySet<string> = new Set(["entity", "constant", "function", "role", "call"]);

export function lensesOf(document: CheckedDocument, file: number): readonly Lens[] {
  // Of everything: all of it is found at once.
  occurrencesIn(document);
  const { product, layout } = document.compiled.unplaced;
  const lenses: Lens[] = product.examples.flatMap(({ title, source }): readonly Lens[] => (source.file === file ? [{ kind: "example", span: layout.at(source), title }] : []));
  for (const thing of namesOf(document).vocabulary.things) {
    const [at] = counted.has(thing.kind) ? definitionsOf(document, thing) : [];
    if (at?.file !== file) continue;
    const own = lineSpan(document, file, at.from);
    const places = referencesOf(document, thing)
      .map(({ span }) => span)
      .filter((span) => span.file !== file || span.from < own.from || span.from > own.to);
    if (places.length > 0) lenses.push({ kind: "dependents", span: at, thing, places });
  }
  return lenses.sort((a, b) => a.span.from - b.span.from);
}
