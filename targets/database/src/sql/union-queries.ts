/** Combines several queries of one shape into one statement, so that they cost one round trip. */
import type { Query } from "./query.ts";
import { statementName } from "./sql-text.ts";

const texts = new Map<string, string>();

/** Rows `{n, id}`: `n` is the index of the query that the id comes from. */
export function unionQueries(queries: readonly Query[]): Query {
  const key = queries.map((q) => q.name || q.text).join();
  let text = texts.get(key);
  if (text === undefined) {
    let before = 0;
    const parts = queries.map((q, n) => {
      const shifted = q.text.replace(/\$(\d+)(?=::)/g, (_, i: string) => `$${Number(i) + before}`);
      before += q.values.length;
      return `select ${n} as n, x${n}.id from (${shifted}) x${n}`;
    });
    text = `${parts.join(" union all ")} order by 1, 2`;
    if (texts.size >= 1000) texts.delete(texts.keys().next().value!);
    texts.set(key, text);
  }
  return { name: statementName(text), text, values: queries.flatMap((q) => q.values) };
}
