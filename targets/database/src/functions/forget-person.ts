/**
 * The SQL function that removes a person's data from JSON of the history, by the rules of its entity. `ids`: the person,
 * their records, and records shown as them.
 */
export const forgetPersonFunctions = `
create or replace function nonet.forget_person(doc jsonb, entity text, person text, rules jsonb, ids text[]) returns jsonb language plpgsql immutable as $$
declare rule jsonb := rules -> entity; k text; v text; item jsonb; called boolean;
begin
  if doc is null or jsonb_typeof(doc) <> 'object' then return doc; end if;
  -- All at once: what names the person may be theirs too, and goes.
  doc := doc - array(select p.key from jsonb_each_text(coalesce(rule -> 'personal', '{}'::jsonb)) p where (p.value = '' and doc ->> 'id' = person) or (p.value <> '' and doc -> p.value ->> 'id' = person))
    - array(select jsonb_array_elements_text(rule -> 'anywhere'))
    - array(select n.key from jsonb_each(rule -> 'named') n, jsonb_array_elements_text(n.value) by where case by when '' then doc ->> 'id' else doc -> by ->> 'id' end = any(ids));
  for k, v in select * from jsonb_each_text(coalesce(rule -> 'parts', '{}'::jsonb)) loop
    if jsonb_typeof(doc -> k) = 'array' then
      doc := jsonb_set(doc, array[k], (select coalesce(jsonb_agg(nonet.forget_person(e.j, v, person, rules, ids) order by e.n), '[]'::jsonb) from jsonb_array_elements(doc -> k) with ordinality e(j, n)));
    end if;
  end loop;
  for k, item in select * from jsonb_each(doc) loop
    called := coalesce(rule -> 'called' ? k, false);
    if jsonb_typeof(item) = 'object' and item ? 'shownAs' and (called or item ->> 'id' = any(ids)) then doc := jsonb_set(doc, array[k, 'shownAs'], '""'); end if;
    if jsonb_typeof(item) = 'array' then
      doc := jsonb_set(doc, array[k], (select coalesce(jsonb_agg(case when jsonb_typeof(e.j) = 'object' and e.j ? 'shownAs' and (called or e.j ->> 'id' = any(ids)) then jsonb_set(e.j, '{shownAs}', '""') else e.j end order by e.n), '[]'::jsonb) from jsonb_array_elements(doc -> k) with ordinality e(j, n)));
    end if;
  end loop;
  return doc;
end $$;
`;
