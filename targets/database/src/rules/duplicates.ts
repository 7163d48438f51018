/** Which of many new records have the unique values of another record. */
import type { Product } from "@nonet/model";
import { uniqueSets } from "../columns/unique-sets.ts";
import { systemScope } from "../expressions/system-scope.ts";
import { entityNamed, fromTable } from "../scope/scope.ts";
import type { Query } from "../sql/query.ts";
import { and } from "../sql/sql-text.ts";
import { cachedStatement } from "../sql/statement-cache.ts";
import { uniqueValue } from "./rule-queries.ts";

/**
 * Rows `{id, n, taken, twin}` for the records among `ids` that share the unique values of another one: `n` is the set of fields
 * by its place in `uniqueSets`, `taken` whether the other one isn't among `ids`, and `twin` is the same for all of `ids` with
 * these values. Plan it with its values.
 */
export function duplicatesQuery(product: Product, entityName: string, ids: readonly string[]): Query {
  const made = cachedStatement(product, ["duplicates", entityName], { values: { ids } }, (to) => {
    const entity = entityNamed(product, entityName);
    const s = systemScope(product);
    const among = s.params.bind(to.values.ids, "uuid[]");
    const parts = uniqueSets(entity).map((fields, n) => {
      const values = (alias: string): string[] => fields.map((name) => uniqueValue(s, entity, alias, name));
      const [mine, others] = [values("r"), values("o")];
      const other = `exists (select 1 from ${fromTable(entity, "o")} where ${and([`o.id <> all(${among})`, ...mine.map((value, i) => `${others[i]} = ${value}`)])})`;
      const twins = `over (partition by ${mine.join(", ")})`;
      return `select r.id, ${n} as n, ${other} as taken, min(r.id::text) ${twins} as twin, count(*) ${twins} as twins from ${fromTable(entity, "r")} where ${and([`r.id = any(${among})`, ...mine.map((value) => `${value} is not null`)])}`;
    });
    return s.params.query(`select x.id, x.n, x.taken, x.twin from (${parts.join(" union all ")}) x where x.taken or x.twins > 1 order by x.n`);
  });
  return { ...made, name: "" };
}
