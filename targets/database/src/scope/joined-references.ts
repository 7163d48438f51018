/**
 * Joins the records that a row refers to, so that an item's name, fee and deposit are read in one lookup of the item
 * instead of one subquery each.
 *
 * Only the select list uses joins: conditions use subqueries, which indexes serve.
 */
import type { Entity } from "@nonet/model";
import { fromTable, type Joins, type Scope } from "./scope.ts";

/** The same scope, in which references of the row are joined when they are first read. `joinsOf` returns the SQL of the joins. */
export const joining = (s: Scope, row: string): Scope & { readonly joins: Joins } => ({ ...s, joins: { row, made: new Map() } });

/** The alias of the record that `r.item` refers to, which may be null; null where it isn't a column of the row, or joins aren't allowed here. */
export function joined(s: Scope, entity: Entity, idSql: string): string | null {
  const column = s.joins && new RegExp(`^${s.joins.row}\\.("?[a-z0-9_]+"?)$`).exec(idSql)?.[1];
  if (!s.joins || column === undefined) return null;
  let known = s.joins.made.get(column!);
  if (!known) s.joins.made.set(column!, (known = { alias: s.params.alias("j"), entity }));
  return known.entity.name === entity.name ? known.alias : null;
}

/**
 * The joins to append to `from`. Of one record, plain ones: PostgreSQL looks each of its references up by its id anyway. Of
 * several, with `offset 0`, which makes it do so: otherwise it reads a small table as a whole for every page, to hash a
 * thousand people for the names of fifty.
 */
export const joinsOf = ({ joins }: { readonly joins: Joins }, rows: "one" | "several" = "several"): string =>
  [...joins.made]
    .map(([column, { alias, entity }]) => {
      const from = fromTable(entity, alias);
      const is = `${alias}.id = ${joins.row}.${column}`;
      return rows === "one" ? ` left join ${from} on ${is}` : ` left join lateral (select * from ${from} where ${is} offset 0) ${alias} on true`;
    })
    .join("");
