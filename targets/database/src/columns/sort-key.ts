/** The SQL by which a stored column is sorted and compared. Queries and indexes write it alike, so that the index serves the query. */
import type { Column } from "./columns.ts";

/** Long text is sorted by this many characters: a B-tree entry of PostgreSQL holds some 2,700 bytes. */
const sortedCharacters = 200;

/** Text without a bound that keeps it short. Plain text has at most 200 characters unless the document says otherwise. */
export function isLongText({ field, sql, states }: Column): boolean {
  if (sql !== "text" || states || field === null) return false;
  const { atMost, type } = field;
  if (type.kind === "text") return atMost ? !(atMost.kind === "literal" && Number(atMost.value) <= maxShortText) : type.form !== "plain";
  return type.kind === "formatted" && ["web address", "address", "location"].includes(type.format);
}

const maxShortText = 500;

/** `sql` is the column itself. */
export const orderKey = (column: Column, sql: string): string => (column.sql === "bigint" ? `(${sql}::numeric)` : isLongText(column) ? `"left"(${sql}, ${sortedCharacters})` : sql);
