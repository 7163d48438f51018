/**
 * How far a secret link reaches: grants of the role `bearer` hold for the link's own record and its parts.
 * An entity that has no links of its own is granted as the matrix says, to whoever holds a link.
 */
import type { Entity } from "@nonet/model";
import { entityNamed, fromTable, type Scope } from "../scope/scope.ts";
import { ident } from "../sql/sql-text.ts";

export function bearerLimit(s: Scope, entity: Entity, alias: string): string {
  const link = s.visibility?.reader.link;
  if (!link) return "false";
  if (entity.name === link.entity) return `${alias}.id = ${s.params.bind(link.id, "uuid")}`;
  if (entity.partOf) {
    const whole = entityNamed(s.product, entity.partOf.entity);
    const column = entity.fields.find((f) => f.name === entity.partOf!.field)?.column ?? entity.partOf.field;
    const w = s.params.alias("w");
    return `exists (select 1 from ${fromTable(whole, w)} where ${w}.id = ${alias}.${ident(column)} and ${bearerLimit(s, whole, w)})`;
  }
  return entity.fields.some((f) => f.type.kind === "secret link") ? "false" : "true";
}
