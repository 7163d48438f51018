/**
 * Records that a row refers to, joined beside it: an item's name, fee and deposit are then read in one look at the item,
 * where each would be a query of its own. Only for what is selected: conditions keep their own ways, which indexes serve.
 */
import type { Entity } from "@nonet/model";
import { fromTable, type Joins, type Scope } from "./scope.ts";

/** The same scope, in which what the row refers to is joined as it is needed; `from` then says so. */
export const joining = (s: Scope, row: string): Scope & { readonly joins: Joins } => ({ ...s, joins: { row, made: new Map() } });

/** The alias of the record that `r.item` leads to; null where it isn't a column of the row, or nothing may be joined. It may be empty. */
export function joined(s: Scope, entity: Entity, idSql: string): string | null {
  const column = s.joins && new RegExp(`^${s.joins.row}\\.("?[a-z0-9_]+"?)$`).exec(idSql)?.[1];
  if (!s.joins || column === undefined) return null;
  let known = s.joins.made.get(column!);
  if (!known) s.joins.made.set(column!, (known = { alias: s.params.alias("j"), entity }));
  return known.entity.name === entity.name ? known.alias : null;
}

/** What follows the row's own table in `from`. */
export const joinsOf = ({ joins }: { readonly joins: Joins }): string =>
  [...joins.made].map(([column, { alias, entity }]) => ` left join ${fromTable(entity, alias)} on ${alias}.id = ${joins.row}.${column}`).join("");
