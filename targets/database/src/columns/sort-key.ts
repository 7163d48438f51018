/** The SQL by which a stored column is sorted and compared. Queries and indexes write it alike, so that the index serves the query. */
import { type Field, isGenerated } from "@nonet/model";
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

/**
 * Whether every record has a value, as the engine ensures. An order by such columns alone is written with PostgreSQL's own
 * place for nulls (last when ascending, first when descending), so that one index serves both directions. Records from
 * before a field became required may lack a value: they are sorted there (default 244).
 */
export const isNeverEmpty = ({ field, states }: Column): boolean => states !== null || (field !== null && (field.required === true || isNumbered(field)));

const isNumbered = ({ type, computed }: Field): boolean => isGenerated(type) && computed === null;
