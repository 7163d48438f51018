/** Parses the bracket at the end of a range. */
import { accept, expect, type Reader } from "./reader.ts";

/** Whether the upper end belongs to the range: `]` includes it, `)` and `[` exclude it. */
export function closeRange(r: Reader): boolean {
  if (accept(r, "]")) return true;
  if (accept(r, ")") || accept(r, "[")) return false;
  expect(r, "]", "or `)` at the end of the range");
  return false;
}
