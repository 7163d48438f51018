/** The SQL function that removes fields of one record from JSON of the history, also inside wholes that list it. */
export const forgetFieldFunctions = `
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
