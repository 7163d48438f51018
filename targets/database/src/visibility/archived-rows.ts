/** Excludes archived records, and the parts of archived ones, from queries (default 46). */
import { type Entity, fieldOf } from "@nonet/model";
import { entityNamed, fromTable, type Scope } from "../scope/scope.ts";
import { and, ident } from "../sql/sql-text.ts";

/** Conditions over the row `alias`: neither it nor a whole that it is part of is archived. */
export function notArchived(s: Scope, entity: Entity, alias = "r"): string[] {
  const own = entity.deleting.allowed === "archives" ? [`${alias}.archived_at is null`] : [];
  if (!entity.partOf) return own;
  const [whole, of] = [entityNamed(s.product, entity.partOf.entity), `${alias}w`];
  const above = notArchived(s, whole, of);
  if (above.length === 0) return own;
  const column = fieldOf(entity, entity.partOf.field)?.column ?? entity.partOf.field;
  return [...own, `exists (select 1 from ${fromTable(whole, of)} where ${of}.id = ${alias}.${ident(column)} and ${and(above)})`];
}
