/** What a call counts once per, as it is kept: PostgreSQL's index takes no long text (at most a third of a page), so such a one is kept by its print. */
import { createHash } from "node:crypto";

const longest = 2000;

export function dedupKey(value: unknown): string {
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) <= longest ? text : `sha256 ${createHash("sha256").update(text).digest("hex")}`;
}
