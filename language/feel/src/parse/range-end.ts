import { accept, expect, type Reader } from "../syntax/reader.ts";

/** The bracket that ends a range: whether its upper end belongs to it. */
export function closeRange(r: Reader): boolean {
  if (accept(r, "]")) return true;
  if (accept(r, ")") || accept(r, "[")) return false;
  expect(r, "]", "or `)` at the end of the range");
  return false;
}
