/** Consumes words that are next. */
import { peek, type Reader } from "../syntax/reader.ts";

/** Consumes the words if they are next. */
export function take(r: Reader, words: string): boolean {
  const all = tokensIn(words);
  if (peek(r).text.toLowerCase() !== all[0]) return false;
  const hit = all.every((word, i) => peek(r, i).text.toLowerCase() === word);
  if (hit) r.at += all.length;
  return hit;
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
