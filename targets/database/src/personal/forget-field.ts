/** Removes a field from the history (`forget F`): from the record's entries, those of the wholes that list it, and fields computed from it. */
import { fold } from "@nonet/feel";
import { type Entity, isStored, type Product } from "@nonet/model";
import { tableOf } from "../columns/columns.ts";
import { readsFrom } from "../scope/reads.ts";
import type { Query } from "../sql/query.ts";
import { ident } from "../sql/sql-text.ts";

/** The keys of the field and of the computed fields of the record that read it. */
export function revealingKeys(product: Product, entity: Entity, name: string): readonly string[] {
  const derived = entity.fields.filter(
    (f) => f.computed !== null && readsFrom(product, entity, [f.computed], []).some((read) => read.entity === entity.name && read.field === fold(name) && read.route?.length === 0),
  );
  return [entity.fields.find((f) => f.name === name)?.key ?? name, ...derived.map((f) => f.key)];
}

/** Rows `{id}` of the wholes of these parts, now and in the history. */
export function formerOwnersQuery(part: Entity, whole: string, parts: readonly string[]): Query {
  const field = part.fields.find((f) => f.name === whole && isStored(f))!;
  return {
    text: `select distinct w.id from (select ${ident(field.column)}::text as id from ${tableOf(part)} where id = any($1::uuid[])
  union all select v.doc -> $2::text ->> 'id' from nonet.history h, lateral (values (h.before), (h.after)) v(doc) where h.record_id = any($1::uuid[])) w where w.id is not null`,
    values: [parts, field.key],
  };
}

/** Removes `keys` from the history of a record and of its wholes, also under names that haven't been updated yet. */
export const forgetFieldQuery = (entity: Entity, record: string, keys: readonly string[], wholes: readonly string[]): Query => ({
  text: `with recursive called(key) as (select unnest($2::text[]) union select c.key from called k, nonet.history_rename n, jsonb_each_text(n.rules -> $4::text -> 'keys') c where c.value = k.key),
keys as materialized (select array_agg(key) as list from called)
update nonet.history h set before = nonet.forget_fields(h.before, h.record_id::text, $1, list), after = nonet.forget_fields(h.after, h.record_id::text, $1, list) from keys where h.record_id = any($3::uuid[])`,
  values: [record, keys, [record, ...wholes], entity.name],
});
