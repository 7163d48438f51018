/** How the history forgets a field (`forget F`): in the record's own entries, in those of the wholes that list it, and in what was computed from it. */
import { fold } from "@nonet/feel";
import { isStored, type Entity, type Product } from "@nonet/model";
import { tableOf } from "./columns.ts";
import { readsFrom } from "./reads-from.ts";
import { ident } from "./sql-text.ts";
import type { Query } from "./query.ts";

/** The field's key, and those of the record's computed fields that read it there. */
export function keysTelling(product: Product, entity: Entity, name: string): readonly string[] {
  const tells = entity.fields.filter(
    (f) => f.computed !== null && readsFrom(product, entity, [f.computed], []).some((read) => read.entity === entity.name && read.field === fold(name) && read.route?.length === 0),
  );
  return [entity.fields.find((f) => f.name === name)?.key ?? name, ...tells.map((f) => f.key)];
}

/** Rows `{id}` of the wholes of these parts, now and in what is kept of them. */
export function wholesKeptQuery(part: Entity, whole: string, parts: readonly string[]): Query {
  const field = part.fields.find((f) => f.name === whole && isStored(f))!;
  return {
    text: `select distinct w.id from (select ${ident(field.column)}::text as id from ${tableOf(part)} where id = any($1::uuid[])
  union all select v.doc -> $2::text ->> 'id' from nonet.history h, lateral (values (h.before), (h.after)) v(doc) where h.record_id = any($1::uuid[])) w where w.id is not null`,
    values: [parts, field.key],
  };
}

/** `keys` leave everything kept of one record, there and in its wholes, under the names too that haven't followed yet. */
export const scrubHistory = (entity: Entity, record: string, keys: readonly string[], wholes: readonly string[]): Query => ({
  text: `with recursive called(key) as (select unnest($2::text[]) union select c.key from called k, nonet.history_keys n, jsonb_each_text(n.rules -> $4::text -> 'keys') c where c.value = k.key),
keys as materialized (select array_agg(key) as list from called)
update nonet.history h set before = nonet.forget_fields(h.before, h.record_id::text, $1, list), after = nonet.forget_fields(h.after, h.record_id::text, $1, list) from keys where h.record_id = any($3::uuid[])`,
  values: [record, keys, [record, ...wholes], entity.name],
});

/** Walks a record, `id`, as the history keeps it, down to the parts that it lists. */
export const fieldFunctions = `
create or replace function nonet.forget_fields(doc jsonb, id text, record text, keys text[]) returns jsonb language plpgsql immutable as $$
declare k text; item jsonb;
begin
  if doc is null or jsonb_typeof(doc) <> 'object' then return doc; end if;
  if id = record then doc := doc - keys; end if;
  for k, item in select * from jsonb_each(doc) loop
    if jsonb_typeof(item) = 'array' and item::text like '%' || record || '%' then
      doc := jsonb_set(doc, array[k], (select jsonb_agg(nonet.forget_fields(e.j, e.j ->> 'id', record, keys) order by e.n) from jsonb_array_elements(item) with ordinality e(j, n)));
    end if;
  end loop;
  return doc;
end $$;
`;
