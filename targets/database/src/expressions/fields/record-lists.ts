/** The rows of an entity, and of the lists of records that a record has. */
import { fold, type Type } from "@nonet/feel";
import { fieldOf } from "@nonet/model";
import { joinTableOf } from "../../columns/columns.ts";
import { boundAs } from "../../scope/bound-values.ts";
import { type Bound, entityNamed, fromTable, type Scope, unsupported } from "../../scope/scope.ts";
import { ident } from "../../sql/sql-text.ts";
import { member } from "./fields.ts";
import { type Rows, unnested } from "./row-source.ts";

export function extent(s: Scope, name: string, archived = false): Rows {
  const entity = entityNamed(s.product, name);
  const alias = s.params.alias();
  const where = [s.visibility?.record(s, entity, alias) ?? "true"];
  if (entity.deleting.allowed === "archives" && !archived) where.push(`${alias}.archived_at is null`);
  if (s.visibility) s.readable.add(alias);
  return { from: fromTable(entity, alias), where, item: { kind: "row", entity, alias }, type: { kind: "record", name: entity.name }, order: `${alias}.created_at, ${alias}.id` };
}

/** The rows of an inverse list or a many-to-many field; undefined for any other field. */
export function listField(s: Scope, of: Bound, name: string): Rows | undefined {
  if (of.kind === "value") return undefined;
  const field = fieldOf(of.entity, name) ?? of.entity.fields.find((f) => fold(f.name) === fold(name));
  if (field?.computed && (field.type.kind === "references" || field.type.kind === "inverse")) {
    const type: Type = { kind: "list", of: { kind: "record", name: field.type.entity } };
    return unnested(s, member(s, of, { kind: "record", name: of.entity.name }, field.name, type), type);
  }
  const id = boundAs(s, of, { kind: "record", name: of.entity.name });
  const part = s.product.entities.find((x) => x.partOf?.entity === of.entity.name && fold(x.partOf.list) === fold(name));
  const inverse = field?.type.kind === "inverse" ? { entity: field.type.entity, by: field.type.by } : !field && part ? { entity: part.name, by: part.partOf!.field } : null;
  if (inverse) {
    const rows = extent(s, inverse.entity);
    const target = entityNamed(s.product, inverse.entity);
    const by = target.fields.find((f) => fold(f.name) === fold(inverse.by)) ?? unsupported(`${inverse.entity} has no field ${inverse.by}`);
    const alias = (rows.item as { alias: string }).alias;
    const owned =
      by.type.kind === "references"
        ? `exists (select 1 from ${joinTableOf(target, by)} m where m.from_id = ${alias}.id and m.to_id = ${id})`
        : `${alias}.${ident(by.column)} = ${id}`;
    return { ...rows, where: [owned, ...rows.where] };
  }
  if (field?.type.kind !== "references") return undefined;
  const rows = extent(s, field.type.entity, true);
  const alias = (rows.item as { alias: string }).alias;
  const m = s.params.alias("m");
  return {
    ...rows,
    from: `${joinTableOf(of.entity, field)} ${m} join ${rows.from} on ${alias}.id = ${m}.to_id`,
    where: [`${m}.from_id = ${id}`, ...rows.where],
    order: `${m}.position`,
  };
}
