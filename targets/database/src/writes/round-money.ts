/** Rounds money whose currency is a field of the same record, also after the currency changes. */
import type { Entity, Product } from "@nonet/model";
import { tableOf } from "../columns/columns.ts";
import { rounded as roundedBy } from "../columns/money.ts";
import { minorUnitSql } from "../expressions/fields/fields.ts";
import type { Query } from "../sql/query.ts";
import { ident } from "../sql/sql-text.ts";
import { evaluationScope } from "../visibility/evaluation-scope.ts";

/** Run after a row is written; empty where the entity has no such field. */
export function roundMoneyQueries(product: Product, entity: Entity, id: string): Query[] {
  const fields = entity.fields.filter((f) => f.computed === null && f.type.kind === "money" && f.type.currencyField !== undefined);
  if (fields.length === 0) return [];
  const s = evaluationScope(product, entity.name);
  const written = fields.map((f) => ({ column: ident(f.column), sql: roundedBy(product, `r.${ident(f.column)}`, minorUnitSql(s, entity, "r", f)) }));
  return [
    s.params.query(
      `update ${tableOf(entity)} r set ${written.map((r) => `${r.column} = ${r.sql}`).join(", ")} where r.id = ${s.params.bind(id, "uuid")} and (${written.map((r) => `r.${r.column} is distinct from ${r.sql}`).join(" or ")})`,
    ),
  ];
}
