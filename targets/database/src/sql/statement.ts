/** A prepared statement on nonet's own tables, and the forms of its values. */
import type { Query } from "./query.ts";
import { statementName } from "./sql-text.ts";

export const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value));

export const statement = (text: string, values: readonly unknown[] = []): Query =>
  /^(select|insert|update|delete|with)/.test(text) ? { name: statementName(text), text, values } : { text, values };

/** An instant of a column as text. */
export const iso = (column: string): string => `nonet.instant_text(${column})`;
