/** The deduplication key of a call. PostgreSQL indexes no long text (at most a third of a page), so a long key is stored as its hash. */
import { createHash } from "node:crypto";

const maxLength = 2000;

export function dedupKey(value: unknown): string {
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) <= maxLength ? text : `sha256 ${createHash("sha256").update(text).digest("hex")}`;
}

/** Whether the value names nothing by which a call could come again: null, or several values that are all null. */
export const isNoKey = (value: unknown): boolean => value === null || (typeof value === "object" && !Array.isArray(value) && Object.values(value).every((one) => one === null));
