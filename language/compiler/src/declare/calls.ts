import { fold } from "@nonet/feel";
import type { Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { bare, spacedWords } from "../text/split.ts";

export function declareCalls(tree: Tree): Map<string, { readonly name: string; readonly span: Span }> {
  const calls = new Map<string, { name: string; span: Span }>();
  for (const section of tree.points[6]?.sections ?? []) {
    const name = spacedWords(bare(section.title));
    const key = fold(name.text);
    if (!calls.has(key)) calls.set(key, { name: name.text, span: name.span });
  }
  return calls;
}
