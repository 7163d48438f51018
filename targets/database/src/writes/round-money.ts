/** Rounds money whose currency is a field of the same record, also after the currency changes. */
import type { Entity, Field, Product } from "@nonet/model";
import { tableOf } from "../columns/columns.ts";
import { rounded as roundedBy } from "../columns/money.ts";
import { minorUnitSql } from "../expressions/fields/fields.ts";
import type { Query } from "../sql/query.ts";
import type { Scope } from "../scope/scope.ts";
import { ident } from "../sql/sql-text.ts";
import { evaluationScope } from "../visibility/evaluation-scope.ts";

/** Run after a row is written; empty where the entity has no such field. */
export function roundMoneyQueries(product: Product, entity: Entity, id: string): Query[] {
  const own = entity.fields.filter((f) => f.computed === null && f.type.kind === "money" && f.type.currencyField !== undefined);
  return [
    ...roundedIn(product, entity, own, (s) => `r.id = ${s.params.bind(id, "uuid")}`),
    ...overOf(product, entity).flatMap((over) => roundedIn(product, over.entity, over.fields, (s) => `r.${ident(over.reference.column)} = ${s.params.bind(id, "uuid")}`)),
  ];
}

/** Amounts of records that refer to this one, whose currency is a field of this one (`money in order.currency`). */
interface AmountsOver {
  readonly entity: Entity;
  readonly reference: Field;
  readonly fields: readonly Field[];
}

/** Cached, because it is asked at each write. */
const known = new WeakMap<Product, ReadonlyMap<string, readonly AmountsOver[]>>();

function overOf(product: Product, entity: Entity): readonly AmountsOver[] {
  const by = known.get(product) ?? new Map(product.entities.map((one) => [one.name, product.entities.flatMap((other) => amountsOver(other, one))]));
  known.set(product, by);
  return by.get(entity.name) ?? [];
}

const amountsOver = (other: Entity, entity: Entity): AmountsOver[] =>
  other.fields
    .filter((f) => f.computed === null && f.type.kind === "reference" && f.type.entity === entity.name)
    .flatMap((reference) => {
      const fields = other.fields.filter((f) => f.computed === null && f.type.kind === "money" && f.type.currencyField?.startsWith(`${reference.name}.`));
      return fields.length > 0 ? [{ entity: other, reference, fields }] : [];
    });

function roundedIn(product: Product, entity: Entity, fields: readonly Field[], where: (s: Scope) => string): Query[] {
  if (fields.length === 0) return [];
  const s = evaluationScope(product, entity.name);
  const written = fields.map((f) => ({ column: ident(f.column), sql: roundedBy(product, `r.${ident(f.column)}`, minorUnitSql(s, entity, "r", f)) }));
  return [
    s.params.query(
      `update ${tableOf(entity)} r set ${written.map((r) => `${r.column} = ${r.sql}`).join(", ")} where ${where(s)} and (${written.map((r) => `r.${r.column} is distinct from ${r.sql}`).join(" or ")})`,
    ),
  ];
}
