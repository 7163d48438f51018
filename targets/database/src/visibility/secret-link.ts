/**
 * The records that a secret link gives access to: grants of the role `bearer` apply to the link's own record, to its
 * parts, and to the records to which it refers (default 96).
 */
import type { Entity } from "@nonet/model";
import { entityNamed, fromTable, type Scope } from "../scope/scope.ts";
import { ident, or } from "../sql/sql-text.ts";

export function linkReach(s: Scope, entity: Entity, alias: string): string {
  const link = s.visibility?.reader.link;
  if (!link) return "false";
  if (entity.name === link.entity) return `${alias}.id = ${s.params.bind(link.id, "uuid")}`;
  if (entity.partOf) {
    const whole = entityNamed(s.product, entity.partOf.entity);
    const column = entity.fields.find((f) => f.name === entity.partOf!.field)?.column ?? entity.partOf.field;
    const w = s.params.alias("w");
    return `exists (select 1 from ${fromTable(whole, w)} where ${w}.id = ${alias}.${ident(column)} and ${linkReach(s, whole, w)})`;
  }
  return referredTo(s, entity, alias, link);
}

/** Whether a reference of the link's record leads to the row. */
function referredTo(s: Scope, entity: Entity, alias: string, link: { readonly entity: string; readonly id: string }): string {
  const linked = entityNamed(s.product, link.entity);
  const references = linked.fields.filter((f) => f.type.kind === "reference" && f.type.entity === entity.name && !f.computed);
  if (references.length === 0) return "false";
  const l = s.params.alias("l");
  const leads = or(references.map((f) => `${l}.${ident(f.column)} = ${alias}.id`));
  return `exists (select 1 from ${fromTable(linked, l)} where ${l}.id = ${s.params.bind(link.id, "uuid")} and ${leads})`;
}
