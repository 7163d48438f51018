/** Consumes words that are next. */
import { peek, type Reader } from "../syntax/reader.ts";

/** Consumes the words if they are next. */
export function take(r: Reader, words: string): boolean {
  const hit = areNext(r, words);
  if (hit) r.at += tokensIn(words).length;
  return hit;
}

/** Whether the words are next, in upper or lower case, `ahead` tokens further on. */
export function areNext(r: Reader, words: string, ahead = 0): boolean {
  const all = tokensIn(words);
  for (let i = 0; i < all.length; i++) {
    const { text } = peek(r, ahead + i);
    if (text.length !== all[i]!.length || text.toLowerCase() !== all[i]) return false;
  }
  return true;
}

const known = new Map<string, readonly string[]>();

/** The words as tokens; `isn't` is three. */
function tokensIn(words: string): readonly string[] {
  const before = known.get(words);
  if (before) return before;
  const all = words.split(/ |(?=')|(?<=')/);
  known.set(words, all);
  return all;
}
