/** Reads a name that an expression declares, such as the variable of `for`. */
import { fail, peek, type Reader } from "./reader.ts";

/** The text up to one of the ends, with single blanks; undefined after a syntax error. */
export function wordsUntil(r: Reader, ends: readonly string[], expected: string): string | undefined {
  const from = peek(r).from;
  let count = 0;
  while (
    !ends.includes(peek(r, count).text) &&
    peek(r, count).kind !== "end" &&
    peek(r, count).kind !== "string" &&
    !(peek(r, count).kind === "sign" && /^[()[\]{},:]$/.test(peek(r, count).text))
  )
    count++;
  if (count === 0 || peek(r).kind !== "word" || !ends.includes(peek(r, count).text)) {
    r.at += count;
    fail(r, expected);
    return undefined;
  }
  r.at += count;
  return r.text.slice(from, r.tokens[r.at - 1]!.to).replace(/\s+/g, " ");
}
