/** Finds the places where an old name still stands after its definition was renamed, and writes the new one in the same form. */
import type { Diagnostic, Sources, Span } from "@nonet/source";

/** The places of the old name inside diagnostics that weren't there before. */
export function placesLeft(sources: Sources, now: readonly Diagnostic[], before: readonly Diagnostic[], name: string): Span[] {
  const known = new Map<string, number>();
  for (const d of before) known.set(d.code + d.message, (known.get(d.code + d.message) ?? 0) + 1);
  const found = new Map<string, Span>();
  for (const d of now) {
    const left = known.get(d.code + d.message) ?? 0;
    if (left > 0) {
      known.set(d.code + d.message, left - 1);
      continue;
    }
    if (/^(unused-|unreachable-|dead-end|role-without|nobody-may)/.test(d.code)) continue;
    for (const span of occurrences(textAt(sources, d.span), name, d.span)) found.set(`${span.file}:${span.from}`, span);
  }
  // A field `item: Item` resolves by its own name once its type does, so exact matches go first.
  const all = [...found.values()];
  const exact = all.filter((span) => textAt(sources, span) === name);
  return exact.length > 0 ? exact : all;
}

/** Matches of whole words, in any letter case and with any blanks. */
function occurrences(text: string, name: string, at: Span): Span[] {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${name
      .split(/[\s_-]+/)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("[\\s_-]+")}(?![\\p{L}\\p{N}])`,
    "giu",
  );
  return [...text.matchAll(pattern)].map((match) => ({ file: at.file, from: at.from + match.index, to: at.from + match.index + match[0].length }));
}

/** The new name in lower case or with hyphens if the old name was written that way. */
export function inCaseOf(written: string, name: string, to: string): string {
  const cased = /^\p{Lu}/u.test(name) && /^\p{Ll}/u.test(written) ? to.toLowerCase() : /^\p{Ll}/u.test(name) && /^\p{Lu}/u.test(written) ? to[0]!.toUpperCase() + to.slice(1) : to;
  return written.includes("-") && !name.includes("-") ? cased.replace(/\s+/g, "-") : cased;
}

export const textAt = (sources: Sources, span: Span): string => sources[span.file]?.text.slice(span.from, span.to) ?? "";
