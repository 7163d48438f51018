/** Money whose currency stands in a field of the same record: rounded to that currency's minor unit, and again when the currency changes. */
import { fieldOf, type Entity, type Field, type Product } from "@nonet/model";
import { minorUnits, minorUnitsOf, tableOf } from "./columns.ts";
import { fieldSql } from "./compile-path.ts";
import { evaluationScope } from "./value-queries.ts";
import type { Scope } from "./compile-scope.ts";
import type { Query } from "./query.ts";
import { rounded as roundedBy } from "./rounding.ts";
import { ident, literal } from "./sql-text.ts";

/** The number of decimals as SQL, for the row in scope. */
export function minorUnitSql(s: Scope, entity: Entity, alias: string, field: Field): string {
  if (field.type.kind !== "money" || field.type.currencyField === undefined) return String(minorUnitsOf(field.type.kind === "money" ? field.type.currency : null));
  const by = fieldOf(entity, field.type.currencyField);
  return by ? `nonet.minor_units(${fieldSql({ ...s, sight: null }, entity, alias, by.name, { kind: "string" })})` : "2";
}

/** After a row is written: what its money comes to in its currency; nothing where the entity has no such field. */
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

export const minorUnitsFunction = `
create or replace function nonet.minor_units(currency text) returns int language sql immutable as $$
  select case upper(currency) ${Object.entries(minorUnits)
    .map(([code, units]) => `when ${literal(code)} then ${units}`)
    .join(" ")} else 2 end $$;
`;
