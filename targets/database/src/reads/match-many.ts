/** Finds the records that the lines of an import are about, for many lines at once. */
import type { Expression } from "@nonet/feel";
import type { Product } from "@nonet/model";
import type { Query, Reader } from "../sql/query.ts";
import { listQuery } from "./list-queries.ts";

/** Stands in a list's query for the value of a line; no text has this character. */
const placeholder = (i: number): string => `\u0000${i}`;

/**
 * Rows `{n, id}`, at most two for each line: `n` is the line's place from 1, and `paths` have its texts. The conditions are those
 * of a list with these values. Plan it with its values.
 */
export function matchManyQuery(product: Product, reader: Reader, entity: string, paths: readonly Expression[], lines: readonly (readonly string[])[]): Query {
  const one = listQuery(product, reader, { entity, equals: paths.map((path, i) => ({ path, value: placeholder(i) })), limit: 2, fields: ["id"] });
  const values: unknown[] = [];
  const numbers = new Map<number, string>();
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const texts = paths.map((_, i) => `${bind(lines.map((line) => line[i]))}::text[]`);
  const text = one.text.replace(/\$(\d+)::/g, (_, digits: string) => {
    const at = Number(digits);
    const value = one.values[at - 1];
    const i = paths.findIndex((__, n) => value === placeholder(n));
    if (i >= 0) return `u.v${i}::`;
    if (!numbers.has(at)) numbers.set(at, bind(value));
    return `${numbers.get(at)}::`;
  });
  const columns = [...paths.map((_, i) => `v${i}`), "n"].join(", ");
  return { name: "", text: `select u.n::int as n, x.id from unnest(${texts.join(", ")}) with ordinality u(${columns}), lateral (${text}) x`, values };
}
