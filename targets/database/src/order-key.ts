/**
 * What a stored column is put in order and compared by, written alike in queries and in indexes, so that the one
 * finds the other.
 */
import type { Column } from "./columns.ts";

/** Characters by which long text is put in order: PostgreSQL's B-tree takes entries of some 2,700 bytes at most. */
const most = 200;

/** Text that nothing keeps short. */
export function isLongText({ field, sql, states }: Column): boolean {
  if (sql !== "text" || states) return false;
  if (field === null) return true;
  const { atMost, type } = field;
  const isShort = atMost?.kind === "literal" && Number(atMost.value) <= most;
  return type.kind === "text" ? !isShort : type.kind === "formatted" && ["email", "web address", "address", "location"].includes(type.format);
}

/** `sql` is the column itself. */
export const orderKey = (column: Column, sql: string): string => (column.sql === "bigint" ? `(${sql}::numeric)` : isLongText(column) ? `"left"(${sql}, ${most})` : sql);
