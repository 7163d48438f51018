/**
 * The records that a secret link gives access to: grants of the role `bearer` apply to the link's own record and its
 * parts.
 *
 * The grants of an entity without links of its own apply to whoever holds a link.
 */
import type { Entity } from "@nonet/model";
import { entityNamed, fromTable, type Scope } from "../scope/scope.ts";
import { ident } from "../sql/sql-text.ts";

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
  return entity.fields.some((f) => f.type.kind === "secret link") ? "false" : "true";
}
