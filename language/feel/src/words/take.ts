/** Consumes words that are next. */
import { peek, type Reader } from "../syntax/reader.ts";

/** Consumes the words if they are next. */
export function take(r: Reader, words: string): boolean {
  // `isn't` is read as three tokens.
  const all = words.split(/ |(?=')|(?<=')/);
  const hit = all.every((word, i) => peek(r, i).text.toLowerCase() === word);
  if (hit) r.at += all.length;
  return hit;
}
