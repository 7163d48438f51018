/** Lookups of the engine: references to a record, parts, unique values, roles. */
import { type Entity, type Field, fieldOf, type Product } from "@nonet/model";
import { isJoined, joinTableOf, tableOf } from "../columns/columns.ts";
import { entityNamed } from "../scope/scope.ts";
import type { Query } from "../sql/query.ts";
import { ident } from "../sql/sql-text.ts";

/** Every stored field that refers to records of the entity, except a part's reference to its whole. */
export function referencesTo(product: Product, entityName: string): readonly { readonly entity: Entity; readonly field: Field }[] {
  return product.entities.flatMap((entity) =>
    entity.fields
      .filter((f) => f.computed === null && (f.type.kind === "reference" || f.type.kind === "references") && f.type.entity === entityName && entity.partOf?.field !== f.name)
      .map((field) => ({ entity, field })),
  );
}

/** Rows `{id}`, oldest first, of the records whose field names this one. */
export function referringQuery(entity: Entity, field: Field, id: string): Query {
  const at = isJoined(field) ? `exists (select 1 from ${joinTableOf(entity, field)} m where m.from_id = r.id and m.to_id = $1::uuid)` : `r.${ident(field.column)} = $1::uuid`;
  return { text: `select r.id from ${tableOf(entity)} r where ${at} order by r.created_at, r.id`, values: [id] };
}

export const unlinkQuery = (entity: Entity, field: Field, from: string, to: string): Query => ({
  text: `delete from ${joinTableOf(entity, field)} where from_id = $1::uuid and to_id = $2::uuid`,
  values: [from, to],
});

/** Rows `{id}` of a whole's parts of one kind, newest first: the order in which they are deleted. */
export function partsQuery(product: Product, part: Entity, whole: string): Query {
  const column = fieldOf(part, part.partOf!.field)?.column ?? part.partOf!.field;
  return { text: `select r.id from ${tableOf(entityNamed(product, part.name))} r where r.${ident(column)} = $1::uuid order by r.created_at desc, r.id desc`, values: [whole] };
}

/** One row `{id}`: the record whose field has this value; archived ones don't count. */
export const holderQuery = (entity: Entity, field: Field, value: string): Query => ({
  text: `select r.id from ${tableOf(entity)} r where r.${ident(field.column)} = $1 and r.archived_at is null`,
  values: [value],
});

/** One row `{holds}`: whether the field of the record has a value, also for secrets. */
export const presentQuery = (entity: Entity, field: Field, id: string): Query => ({
  text: `select r.${ident(field.column)} is not null as holds from ${tableOf(entity)} r where r.id = $1::uuid`,
  values: [id],
});

/** One row `{value}`: a secret in plain text, for the call that sends it. */
export const secretQuery = (entity: Entity, field: Field, id: string): Query => ({
  text: `select r.${ident(field.column)}::text as value from ${tableOf(entity)} r where r.id = $1::uuid`,
  values: [id],
});

/** One row `{holds}`: the person is active and has one of the roles. */
export const hasRoleQuery = (person: string, roles: readonly string[]): Query => ({
  text: `select exists (select 1 from nonet.user_role ur join app."user" u on u.id = ur.user_id where ur.user_id = $1::uuid and ur.role = any($2::text[]) and u.active) as holds`,
  values: [person, roles],
});
