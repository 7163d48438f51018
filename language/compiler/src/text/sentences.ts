/** The sentences of a paragraph. */
import type { TextSpan } from "@nonet/notation";
import { slice } from "./split.ts";

/** A code that follows the full stop, as in `…. Otherwise: CODE`, belongs to its sentence. */
export function sentencesOf(words: TextSpan): readonly TextSpan[] {
  const found: TextSpan[] = [];
  let from = 0;
  for (const { index } of [...words.text.matchAll(/(?<=[.!?])\s+(?=\p{Lu})(?!Otherwise\b|Else\b)/gu), { index: words.text.length }]) {
    const sentence = slice(words, from, index);
    const blank = sentence.text.length - sentence.text.trimStart().length;
    if (sentence.text.trim() !== "") found.push(slice(sentence, blank));
    from = index;
  }
  return found;
}
