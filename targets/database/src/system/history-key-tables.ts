/**
 * DDL of the renames that entries of the history still have to follow. By the positions of entries: `switch_position` is
 * the last one when the version changed, `end_position` the last one when the next version came, `done_position` the last
 * one that has been renamed.
 */
export const historyKeyTables = `
create table if not exists nonet.history_rename (position bigint generated always as identity primary key, from_version text not null, rules jsonb not null, switch_position bigint not null, end_position bigint, done_position bigint not null default 0);
create or replace function nonet.rename_keys(doc jsonb, entity text, rules jsonb) returns jsonb language plpgsql immutable as $$
declare keys jsonb := rules -> entity -> 'keys'; k text; v text;
begin
  if keys is null or doc is null or jsonb_typeof(doc) <> 'object' then return doc; end if;
  for k, v in select * from jsonb_each_text(rules -> entity -> 'parts') loop
    if jsonb_typeof(doc -> k) = 'array' then
      doc := jsonb_set(doc, array[k], (select coalesce(jsonb_agg(nonet.rename_keys(e.j, v, rules) order by e.n), '[]'::jsonb) from jsonb_array_elements(doc -> k) with ordinality e(j, n)));
    end if;
  end loop;
  doc := (doc - array(select jsonb_object_keys(keys))) || (select coalesce(jsonb_object_agg(c.value, doc -> c.key), '{}'::jsonb) from jsonb_each_text(keys) c where c.value is not null and doc ? c.key);
  if jsonb_typeof(doc -> '_secrets') = 'array' then
    doc := jsonb_set(doc, '{_secrets}', (select coalesce(jsonb_agg(coalesce(keys ->> s, s) order by s) filter (where keys -> s is distinct from 'null'::jsonb), '[]'::jsonb) from jsonb_array_elements_text(doc -> '_secrets') s));
  end if;
  return doc;
end $$;
`;
