import { fail, peek, type Reader } from "./reader.ts";

/** A new name: everything up to one of the ends, blanks made one. */
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
