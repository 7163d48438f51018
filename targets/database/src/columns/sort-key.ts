/**
 * What a stored column is put in order and compared by, written alike in queries and in indexes, so that the one
 * finds the other.
 */
import type { Column } from "./columns.ts";

/** Characters by which long text is put in order: PostgreSQL's B-tree takes entries of some 2,700 bytes at most. */
const most = 200;

/** Text that isn't kept short: plain text has at most 200 characters where the document doesn't say otherwise. */
export function isLongText({ field, sql, states }: Column): boolean {
  if (sql !== "text" || states || field === null) return false;
  const { atMost, type } = field;
  if (type.kind === "text") return atMost ? !(atMost.kind === "literal" && Number(atMost.value) <= short) : type.form !== "plain";
  return type.kind === "formatted" && ["web address", "address", "location"].includes(type.format);
}

const short = 500;

/** `sql` is the column itself. */
export const orderKey = (column: Column, sql: string): string => (column.sql === "bigint" ? `(${sql}::numeric)` : isLongText(column) ? `"left"(${sql}, ${most})` : sql);
